import { ControlStore } from "../../src/desk/control/store.ts";
import { DeskCore } from "../../src/desk/engine/core.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import { noHistory } from "../../src/kit/automation.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { AuditEntry } from "../../src/runs/audit.ts";
import type { Decision } from "../../src/runs/decisions.ts";
import { currentEffect } from "../../src/runs/journal.ts";
import type { RunMessage } from "../../src/runs/message.ts";
import type { Run } from "../../src/runs/run.ts";
import type { TicketEvent } from "../../src/systems/event.ts";
import { testPseudonyms } from "../ledger/pseudonyms.ts";
import { Clock, settled } from "./clock.ts";
import { Disk, Killed } from "./disk.ts";
import { SimulatedLedger } from "./ledger.ts";
import { Random } from "./random.ts";
import { SimulatedSender } from "./sender.ts";
import { PEOPLE, SimulatedTenant } from "./tenant.ts";
import {
  automationsIn,
  delivery,
  matched,
  policy,
  SITE,
  type Surroundings,
  settings,
  type Word,
  wordDelivery,
} from "./world.ts";

const MINUTE = 60_000;

/** A delivery of the simulated sender, which repeats it until it is acknowledged. */
export interface Sent {
  readonly key: string;
  /** The events in the acknowledgements. */
  readonly events: Set<string>;
}

/** The life of a simulated desk. A seed determines its deliveries, people's decisions and the faults. */
export class Life {
  readonly random: Random;
  readonly clock = new Clock();
  readonly disk = new Disk();
  readonly ledger = new SimulatedLedger();
  readonly tenant: SimulatedTenant;
  readonly sender: SimulatedSender;
  readonly sent: Sent[] = [];
  /** The messages to people about each run, by its id. */
  readonly messages = new Map<string, readonly RunMessage[]>();
  /** The status changes of tickets that are approved and withdrawn. */
  readonly words: Word[] = [];
  /** Called when a status change was acknowledged. */
  onWord: (word: Word) => void = () => {};
  /** The events of the life in words, for debugging. */
  readonly story: string[] = [];
  kills = 0;
  /** When automations were set to dry run during the day, by name. */
  readonly dried = new Map<string, number>();
  readonly #control: ControlStore;
  readonly #dryRun = [...policy.dryRun];
  readonly #policy: Policy = { ...policy, dryRun: this.#dryRun };
  #core: DeskCore | null = null;
  #awake = false;
  #ids = 0;
  readonly #surroundings: Surroundings = { policyId: "pol_0", hangs: true };
  /** True while faults still occur. */
  #troubled = true;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.tenant = new SimulatedTenant(this.clock, this.random);
    this.tenant.faults = this.random.pick(0, 0.1, 0.4);
    this.sender = new SimulatedSender(this.clock, this.random);
    this.sender.faults = this.tenant.faults;
    this.tenant.onChange = () => void (this.#troubled && this.random.chance(0.1) && this.#stopSomething());
    this.#control = new ControlStore(new Disk().mount(() => {}).database, policy.budgets);
  }

  /** Runs the life: a busy day with faults, then quiet, until no work is left. */
  async live(): Promise<void> {
    const { random, clock } = this;
    this.#start();
    const evening = clock.now + random.between(30, 240) * MINUTE;
    const rush = random.between(clock.now, evening);
    for (let n = random.between(3, 8); n > 0; n--)
      this.#send(
        `T-${n}`,
        random.chance(0.5) ? rush + random.between(0, 200) : random.between(clock.now, evening),
      );
    for (let n = random.between(0, 2); n > 0; n--) this.#converse(`C-${n}`, evening);
    for (let n = random.between(0, 8); n > 0; n--) this.#some(evening, () => this.#aimKill());
    for (let n = random.between(4, 14); n > 0; n--) this.#some(evening, () => this.#decideSomething());
    for (let n = random.between(0, 2); n > 0; n--) this.#some(evening, () => this.#pause());
    for (let n = random.between(0, 3); n > 0; n--)
      this.#some(evening, () => {
        this.#surroundings.policyId = `pol_${n}`;
      });
    for (let n = random.between(0, 2); n > 0; n--) this.#some(evening, () => this.#loseLedger());
    if (random.chance(0.5)) this.#some(evening, () => this.#deployDryRun());
    while (await clock.step(evening)) this.onStep();
    clock.now = evening;

    this.#troubled = false;
    this.tell("quiet from here on");
    this.tenant.faults = 0;
    this.sender.faults = 0;
    this.disk.writesLeft = this.disk.outputsLeft = Number.POSITIVE_INFINITY;
    this.ledger.away = false;
    this.dried.clear();
    this.#dryRun.splice(policy.dryRun.length);
    for (const { automation } of this.#control.switches("pause")) this.#control.lift("pause", automation);
    if (!this.#core) this.#start();
    for (let day = 0; day < 3; day++) {
      const until = clock.now + 13 * 60 * MINUTE;
      this.#awake = false;
      this.#arm(clock.now);
      while (await clock.step(until)) this.onStep();
      clock.now = until;
      for (const _ of ["first", "second"])
        for (const run of this.open()) await this.#decide(run, this.#sensible(run));
    }
    this.#arm(clock.now);
    while (await clock.step(clock.now + 13 * 60 * MINUTE)) this.onStep();
  }

  /** The effect in progress when a run was cancelled, by the id of the run. */
  readonly stops = new Map<string, number>();

  /** Called after every event of the simulation. */
  onStep: () => void = () => {};

  tell(what: string): void {
    this.story.push(`${new Date(this.clock.now).toISOString().slice(11, 23)} ${what}`);
  }

  /** Lists the runs at the desk that have not ended. */
  open(): Run[] {
    return this.disk
      .rows<{ run: string }>("SELECT run FROM runs WHERE entry->>'over' = 0 ORDER BY seq")
      .map(({ run }) => JSON.parse(run));
  }

  #some(until: number, what: () => void): void {
    this.clock.at(this.random.between(this.clock.now, until), what);
  }

  /** Starts a process on the disk, as after a deployment or a crash; it can be killed during its start. */
  #start(): void {
    try {
      this.#boot();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  #boot(): void {
    const { clock, disk, ledger, tenant } = this;
    let alive = true;
    const { database, transaction } = disk.mount(() => {
      alive = false;
      this.kills++;
      this.tell(`killed at write ${disk.writes}`);
      this.#core = null;
      disk.writesLeft = disk.outputsLeft = Number.POSITIVE_INFINITY;
      clock.at(clock.now + this.random.between(10, 2_000), () => this.#start());
    });
    const whileAlive = <Value>(value: Value | Promise<Value>): Value | Promise<Value> =>
      alive ? value : new Promise(() => {});
    /** Returns true if the process lives to send or to receive something. */
    const leaves = () => {
      if (alive) disk.output();
      return alive;
    };
    this.#core = new DeskCore({
      name: "desk",
      database,
      transaction,
      sync: async () => whileAlive(await clock.sleep(1)),
      governance: tenant.governance(leaves),
      automations: automationsIn(this.#surroundings),
      settings,
      policy: this.#policy,
      maxCallsPerSecond: 20,
      approvers: null,
      history: { ...noHistory, ticket: async (query) => ledger.ticket(query) },
      now: () => clock.now,
      newId: (prefix) => `${prefix}_${++this.#ids}`,
      sleep: async (milliseconds) => whileAlive(await clock.sleep(milliseconds)),
      complete: async (event) => event,
      claim: async () => null,
      runOf: async () => null,
      hasMessage: () => true,
      sendMessages: (messages) => this.#sent(messages, () => alive),
      replies: { jira: { visible: true, move: { done: "Done" } } },
      site: SITE,
      admitAll: async (requests) => {
        leaves();
        await whileAlive(clock.sleep(1));
        const admissions = requests.map((request) => this.#control.admit(request, clock.now));
        await clock.sleep(1);
        return whileAlive(admissions);
      },
      findPseudonyms: testPseudonyms,
      record: async (...rows) => {
        leaves();
        await whileAlive(undefined);
        await clock.sleep(this.random.between(1, 100));
        await ledger.record(...rows);
        await clock.sleep(this.random.between(1, 100));
        return whileAlive(undefined);
      },
      wake: () => (this.#awake ? this.#core?.loop.wake() : this.#arm(clock.now)),
    });
    this.#awake = false;
    // The platform keeps an alarm after a crash, and fires it again. If none was set, the cron sets one.
    this.#arm(clock.now);
  }

  /** Sets the desk's alarm, like `Desk`. */
  #arm(at: number): void {
    this.#awake = at <= this.clock.now;
    this.clock.at(at, () => void this.#alarm());
  }

  async #alarm(): Promise<void> {
    const core = this.#core;
    if (!core) return;
    this.#awake = true;
    try {
      await core.loop.work(this.clock.now + 5 * MINUTE);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    if (core !== this.#core) return;
    this.#awake = false;
    const lookAt = core.loop.nextLook();
    if (lookAt !== null) this.#arm(lookAt);
  }

  /** Sends a ticket. */
  #send(key: string, at: number): void {
    const { random } = this;
    const incoming = delivery(key, {
      type: random.pick<TicketEvent["type"]>(
        "ticket.transitioned",
        "ticket.transitioned",
        "ticket.created",
        "ticket.created",
        "ticket.deleted",
      ),
      subject: random.pick("sim:1", "sim:2", "sim:3"),
      tools: random.between(0, 3),
    });
    this.#deliver(key, incoming, at);
  }

  /**
   * Approves, withdraws and reapproves a ticket in any order. The ticket's events arrive late and twice, and include
   * Reeve's own moves.
   */
  #converse(ticket: string, evening: number): void {
    const { random, clock } = this;
    const say = (to: string | null, at: number, n: string) => {
      const word: Word = { ticket, to, at, tool: `${ticket}-${n}`, approvalReasons: random.chance(0.6) };
      this.words.push(word);
      const late = random.pick(0, 0, 50, 5_000, 20 * MINUTE, 90 * MINUTE);
      this.#deliver(`${ticket}-${n}`, wordDelivery(word), at + late, to !== "Approved", () =>
        this.onWord(word),
      );
    };
    let at = random.between(clock.now, evening);
    say("Approved", at, "0");
    for (let n = 1; n <= random.between(0, 4); n++) {
      at += random.pick(1, 1_000, MINUTE, 30 * MINUTE);
      say(random.pick("Approved", "Declined", "Open", null), at, String(n));
    }
    this.sender.onMove = (key, to) => {
      if (key.startsWith("C-"))
        this.#deliver(
          `${key}-moved-${clock.now}`,
          wordDelivery({ ticket: key, to, at: clock.now, tool: "none", approvalReasons: false }),
          clock.now + random.pick(0, 5_000, 20 * MINUTE),
          true,
        );
    };
  }

  /**
   * Sends a delivery, perhaps more than once, and repeats it until it is acknowledged.
   * @param onlyWithdraws True if no automation wants it, so that the front door keeps it in memory unless it ends
   * something
   */
  #deliver(
    key: string,
    incoming: Incoming,
    at: number,
    onlyWithdraws = false,
    heard: () => void = () => {},
  ): void {
    const { random } = this;
    const one: Sent = { key, events: new Set() };
    let isIgnored = false;
    if (!onlyWithdraws) this.sent.push(one);
    const attempt = async () => {
      try {
        if (!this.#core) throw new Killed();
        const accepted = await this.#core.accept(
          matched(
            { automations: automationsIn(this.#surroundings), settings, policy: this.#policy },
            incoming,
          ),
          onlyWithdraws,
        );
        const { eventId = "ignored", duplicate = false } = accepted ?? {};
        this.tell(`${key} is ${eventId}${duplicate ? ", known already" : ""}`);
        if (accepted) one.events.add(eventId);
        heard();
        if (accepted) return;
        isIgnored = true;
        // The sender has its response, but nothing is recorded yet: the next write kills the process.
        if (this.#troubled && random.chance(0.5)) this.disk.writesLeft = 0;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.clock.at(this.clock.now + 10_000, () => void attempt());
      }
    };
    for (let copies = random.pick(1, 1, 2, 3); copies > 0; copies--)
      this.clock.at(at + random.pick(0, 1, 50, 5_000, 20 * MINUTE), () => {
        // A process that dies sends no response; the sender times out and repeats the delivery.
        this.clock.at(this.clock.now + 20_000, () => void (one.events.size === 0 && !isIgnored && attempt()));
        void attempt();
      });
  }

  #aimKill(): void {
    this.disk[this.random.pick("writesLeft", "outputsLeft")] = this.random.between(0, 20);
  }

  #pause(): void {
    const automation = this.random.pick(null, "retire", "review");
    this.#control.set(
      "pause",
      { automation, by: "omar.reyes@example.com", reason: "looking into it" },
      this.clock.now,
    );
    this.tell(`paused ${automation ?? "everything"}`);
    this.clock.at(this.clock.now + this.random.between(5_000, 5 * MINUTE), () => {
      this.#control.lift("pause", automation);
      this.tell(`resumed ${automation ?? "everything"}`);
    });
  }

  /** Deploys a policy under which an automation only plans, also in its existing runs. */
  #deployDryRun(): void {
    const automation = this.random.pick("retire", "review", "obey");
    this.#dryRun.push(automation);
    this.dried.set(automation, this.clock.now);
    this.disk.writesLeft = this.disk.outputsLeft = 0;
    this.tell(`${automation} only plans from here on`);
  }

  #loseLedger(): void {
    this.ledger.away = true;
    this.clock.at(this.clock.now + this.random.between(1_000, 5 * MINUTE), () => {
      this.ledger.away = false;
    });
  }

  /** Cancels a run during one of its calls. */
  #stopSomething(): void {
    const run = this.random.pick(null, ...this.open().filter(({ state }) => state === "acting"));
    if (run) void this.#decide(run, { type: "cancelled", by: "omar.reyes@example.com", reason: "stop" });
  }

  /** Makes a random decision about a random run, sensible or not. */
  #decideSomething(): void {
    const { random } = this;
    const failed = [...this.ledger.runs.values()].filter(({ state }) => state === "failed");
    const runs = [...this.open(), ...failed];
    const run = runs[random.between(0, runs.length - 1)];
    if (!run) return;
    const [ada = "", ...others] = Object.keys(PEOPLE);
    const said = {
      by: random.chance(0.2) ? ada : random.pick(others[0] ?? "", ...others),
      reason: "because",
    };
    const odd: Decision = random.pick<Decision>(
      { type: "approved", hash: random.chance(0.2) ? "another" : (run.plan?.hash ?? ""), ...said },
      { type: "rejected", hash: run.plan?.hash ?? "", ...said },
      { type: "cancelled", ...said },
      { type: "resumed", ...said },
      { type: "retried", ...said },
    );
    void this.#decide(run, random.chance(0.6) ? this.#sensible(run) : odd);
    if (random.chance(0.2)) void this.#decide(run, this.#sensible(run));
  }

  /** Returns the decision of a person who has investigated the run. */
  #sensible(run: Run): Decision {
    const said = { by: "ines.holm@example.com", reason: "looked into it" };
    switch (run.state) {
      case "held":
        return { type: "resumed", ...said };
      case "needs_review": {
        const campaign = String(run.plan?.actions[0]?.target.replace("campaign ", ""));
        const happened = this.tenant.campaigns.has(campaign);
        return { type: "reviewed", verdict: happened ? "happened" : "send_again", ...said };
      }
      case "failed":
        return { type: "retried", ...said };
      case "awaiting_follow_up":
        return { type: "completed", verdict: "done", isOperator: true, ...said };
      default: {
        const others = Object.keys(PEOPLE).slice(1);
        const by = others.find((one) => run.approvals.every((approval) => approval.by !== one)) ?? said.by;
        return { type: "approved", hash: run.plan?.hash ?? "", ...said, by };
      }
    }
  }

  /** Delivers messages through a channel that remembers them, and can be unavailable. */
  async #sent(messages: readonly RunMessage[], isAlive: () => boolean): Promise<void> {
    await this.clock.sleep(this.random.between(1, 40));
    if (this.random.chance(this.tenant.faults)) throw new Error("away");
    // A late call of a killed process contains nothing new, and is recognized by the run's version.
    for (const message of messages) {
      const { id, version, reply } = message.run;
      const told = this.messages.get(id) ?? [];
      if (told.some(({ run }) => run.version === version)) continue;
      this.messages.set(id, [...told, message]);
      if (reply?.version === version) void this.sender.reply(message.run, (entry) => this.#note(entry));
    }
    await this.clock.sleep(this.random.between(1, 40));
    if (!isAlive()) return new Promise(() => {});
  }

  /** Records the result of a reply, and retries while the desk is not running. */
  async #note(entry: AuditEntry): Promise<void> {
    try {
      if (!this.#core) throw new Killed();
      this.#core.note(entry);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await this.clock.sleep(2_000);
      return this.#note(entry);
    }
  }

  async #decide(run: Run, decision: Decision): Promise<void> {
    const core = this.#core;
    const event = this.ledger.events.get(run.eventId);
    if (!core) return;
    try {
      const decided = core.decider.decide(
        run.id,
        { ...decision, isApprover: true },
        decision.type === "retried" && event ? { run, event } : undefined,
      );
      // In quiet times a person waits for the response, which needs simulated time.
      if (!this.#troubled) {
        await settled();
        while (await this.clock.step(this.clock.now + MINUTE)) this.onStep();
      }
      const answer = await decided;
      const stopped = this.open().find(({ id, stop }) => id === run.id && stop);
      if (stopped) this.stops.set(run.id, currentEffect(stopped)?.n ?? -1);
      this.tell(
        `${decision.by} ${decision.type} ${run.id}: ${answer.ok ? answer.state : answer.refusal.message}`,
      );
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

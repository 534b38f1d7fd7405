// Every page works without this script. It never refreshes an open form or a focused element.
"use strict";
// Formats a relative time, like ago() in components/text.tsx.
const ago = (at, now) => {
  const away = Math.abs(now - at);
  if (away < 45e3) return now >= at ? "just now" : "in a moment";
  const words = away < 54e5 ? `${Math.max(1, Math.round(away / 6e4))} min`
    : away < 1296e5 ? `${Math.round(away / 36e5)} h` : `${Math.round(away / 864e5)} days`;
  return now >= at ? `${words} ago` : `in ${words}`;
};

// The tooltips of times add the reader's time zone.
const own = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });

const tick = (root) => {
  for (const time of root.querySelectorAll("time[title]")) {
    const at = Date.parse(time.dateTime);
    if (!time.title.includes(own.format(at))) time.title += `, for you ${own.format(at)}`;
    const words = ago(at, Date.now());
    if (time.textContent !== words) time.textContent = words;
  }
};

// Returns a key that finds a focused link or form button again after a refresh.
const toKey = (one) => one.matches("a[href]") ? one.getAttribute("href")
  : one.matches("summary") ? one.textContent + (one.parentElement.querySelector("form")?.getAttribute("action") ?? "") : null;

const busy = (part) =>
  (part.contains(document.activeElement) && toKey(document.activeElement) === null) || part.querySelector("details[open]") !== null ||
  (getSelection()?.isCollapsed === false && part.contains(getSelection().anchorNode));

const moving = () => [...document.querySelectorAll("[data-live]")];

const look = async () => {
  const parts = moving().filter((part) => !busy(part));
  if (document.hidden || parts.length === 0) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) throw new Error("not refreshed");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  tick(fresh);
  for (const part of parts) {
    const other = fresh.getElementById(part.id);
    if (other?.hasAttribute("data-live") === false) part.removeAttribute("data-live");
    if (other === null || busy(part) || other.innerHTML === part.innerHTML) continue;
    const focused = part.contains(document.activeElement) ? toKey(document.activeElement) : null;
    const written = [...part.querySelectorAll("textarea")].filter((one) => one.value !== one.defaultValue);
    part.replaceChildren(...document.importNode(other, true).childNodes);
    for (const { id, value } of written) { const field = document.getElementById(id); if (field !== null) field.value = value; }
    if (focused !== null) [...part.querySelectorAll("a[href], summary")].find((one) => toKey(one) === focused)?.focus({ preventScroll: true });
  }
  return true;
};

// Each live part has its refresh interval in seconds.
const again = () => {
  const seconds = moving().map((part) => Number(part.dataset.live));
  if (seconds.length > 0) setTimeout(() => look().then((done) => done && freshen(), () => freshen(true)).finally(again), 1000 * Math.min(...seconds));
};

let lookedAt = Date.now(), late = false;
const line = document.querySelector(".fresh");
const freshen = (failed = false) => {
  if (!failed) lookedAt = Date.now();
  late = failed;
  age();
};
const age = () => {
  if (line === null) return;
  const seconds = Math.round((Date.now() - lookedAt) / 1000);
  const words = seconds < 60 ? `${seconds} s ago` : ago(lookedAt, Date.now());
  line.classList.toggle("late", late);
  line.textContent = late ? `Can't be refreshed now; as of ${words}` : moving().length > 0 ? `Refreshed ${words}` : "";
};

const focusField = (form) => form.querySelector("select, textarea, input:not([type=hidden], [type=checkbox])")?.focus();

document.addEventListener("toggle", (event) => {
  const opened = event.target;
  if (!(opened instanceof HTMLDetailsElement) || !opened.open || !opened.matches(".decide")) return;
  for (const other of document.querySelectorAll(".decide[open]")) if (other !== opened) other.open = false;
  say("");
  // This event is late: the reader might already type.
  if (opened.querySelector("form :focus") === null) focusField(opened);
}, true);

// Says why a key did nothing.
const hint = document.body.appendChild(document.createElement("p"));
Object.assign(hint, { className: "keyed", role: "status" });
const say = (words) => { hint.textContent = words; };

// Keys that may be a reason do nothing: for a while after one that is no shortcut, while the next page loads, and beside
// an open form or after an unavailable decision until Escape or a click. Keys decide on what was visible for a moment.
const QUIET_MS = 2_000, UNREAD_MS = 1_000, DECIDES = { a: "Approve", d: "Deny" };
let quietUntil = 0, shownAt = performance.now();
const isUnread = () => performance.now() - shownAt < UNREAD_MS;
document.addEventListener("pointerdown", () => { quietUntil = 0; });
document.addEventListener("visibilitychange", () => { shownAt = performance.now(); });

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.(".decide form");
  if (!form || ![" ", "Enter"].includes(event.key)) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    if (isUnread()) return say("Read the plan, then press Ctrl+Enter again.");
    const button = form.querySelector("button[type=submit]:enabled");
    return button && form.requestSubmit(button);
  }
  if (!form.parentElement.matches("[data-by-key]") || event.target.matches("textarea, select, input")) return;
  event.preventDefault();
  say("Press Ctrl+Enter to send this decision.");
}, true);

// Readers can turn the letters off (WCAG 2.1.4).
const areKeysOff = () => localStorage.getItem("keys") === "off";
const keys = document.getElementById("keys");
const other = () => areKeysOff() ? "on" : "off";
if (keys !== null) {
  const name = () => { keys.textContent = `Turn the keys ${other()}`; };
  keys.hidden = false;
  name();
  keys.onclick = () => { localStorage.setItem("keys", other()); name(); };
}

// Forms for several plans have another address.
const opener = (decision) => `.decide:has([action$=decisions] [value=${decision}]) > summary`;
const OPENS = {
  a: opener("approved"),
  d: opener("rejected"),
  "?": ".keys > summary",
  "/": "input[type=search]",
  j: ".steps a[rel=next]",
  k: ".steps a[rel=prev]",
};

// j and k also move between rows. Escape closes a form, and leaves a field.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (key === "Escape") {
    quietUntil = 0;
    const open = target.closest("details[open]") ?? document.querySelector(".decide[open]");
    if (open === null) return target.blur();
    open.open = false;
    return open.querySelector("summary").focus();
  }
  if (areKeysOff() || target.matches("input, select, textarea")) return;
  const isTyped = /^\S$/.test(key);
  if (isTyped && document.querySelector(".decide[open]") !== null) {
    quietUntil = Infinity;
    say("Escape closes the form; click its field to write.");
  }
  if ((key.length === 1 || key === "Enter") && event.timeStamp < quietUntil) {
    quietUntil = Math.max(quietUntil, event.timeStamp + QUIET_MS);
    return event.preventDefault();
  }
  const opens = document.querySelector(OPENS[key] ?? "none");
  const pause = (why, ms = QUIET_MS) => {
    quietUntil = event.timeStamp + ms;
    say(why);
  };
  if (opens !== null) {
    if (key in DECIDES && isUnread()) return pause(`Read the plan, then press ${key} again.`);
    event.preventDefault();
    const form = opens.closest(".decide");
    form?.setAttribute("data-by-key", "");
    opens.focus();
    opens.click();
    if (opens.matches("a")) quietUntil = Infinity;
    return form?.open && focusField(form);
  }
  if (key in DECIDES) {
    const why = document.querySelector(".barred > span")?.textContent ?? "nothing waits for it.";
    return pause(`${DECIDES[key]} is not available here: ${why} Escape turns the keys on.`, Infinity);
  }
  if (!"jk".includes(key)) return isTyped && pause(`${key} is no shortcut; ? lists them.`);
  if (document.querySelector(".steps")) return pause("There is no further plan.");
  const rows = [...document.querySelectorAll("main tbody th > a, main article > h2 > a")];
  const at = rows.indexOf(document.activeElement);
  const next = rows[key === "j" ? at + 1 : Math.max(0, at - 1)];
  next?.focus();
});

// Fields for people suggest users.
let typing = 0;
document.addEventListener("input", (event) => {
  const { target } = event;
  // Of a list, search for the last one.
  const [, before = "", words = ""] = target instanceof HTMLInputElement && target.list?.id === "people" ? /^(.*,\s*)?(.*)$/.exec(target.value.trim()) : [];
  clearTimeout(typing);
  if (words.length < 2) return;
  typing = setTimeout(async () => {
    const answer = await fetch(`/ask/people?words=${encodeURIComponent(words)}`).catch(() => null);
    const people = answer?.ok ? await answer.json() : [];
    target.list.replaceChildren(...people.map(({ email, name }) => new Option(name, before + email)));
  }, 250);
});

// Finds settings by words.
const find = document.querySelector("[data-find]");
if (find !== null) {
  find.hidden = false;
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(" ");
    for (const row of document.querySelectorAll("main tbody tr:has(td)"))
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    for (const part of document.querySelectorAll("details.raw")) part.open = find.value !== "";
  });
}

document.addEventListener("change", (event) => {
  if (event.target.matches(".filters select")) event.target.form.requestSubmit();
});

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!navigator.onLine) {
    event.preventDefault();
    say("You are offline: nothing was sent.");
  } else if (event.target.method === "post" && button) setTimeout(() => { button.disabled = true; });
});

addEventListener("pageshow", (event) => {
  if (event.persisted) [quietUntil, shownAt] = [0, performance.now()];
  for (const button of document.querySelectorAll("button[type=submit]:disabled")) button.disabled = false;
});

// Reloading the page of a rejected form sends nothing.
if (document.body.dataset.page) history.replaceState(null, "", document.body.dataset.page);

const here = document.querySelector("nav a[aria-current]");
if (here !== null) here.closest("ul").scrollLeft = here.offsetLeft - 40;

tick(document);
setInterval(() => tick(document), 15000);
setInterval(age, 1000);
again();

import { parentPort, workerData } from "node:worker_threads";
import { simulate } from "./simulate.ts";

/** Lives its share of the lives, without a word of what the desks log. */
console.log = () => {};
const { first, count } = workerData as { first: number; count: number };
parentPort?.postMessage(await simulate(first, count));

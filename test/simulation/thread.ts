import { parentPort, workerData } from "node:worker_threads";
import { simulate } from "./simulate.ts";

/** Runs this thread's share of the lives, without the desks' log. */
console.log = () => {};
const { first, count } = workerData as { first: number; count: number };
parentPort?.postMessage(await simulate(first, count));

import { openArena } from "./arena.ts";
import { cpuMicroseconds, residentMiB } from "./workerd.ts";

await using a = await openArena();
const n = Number(process.argv[2] ?? 4),
  per = Number(process.argv[3] ?? 1000);
console.log("pid", a.reeve.pid);
for (let i = 0; i < n; i++) {
  const own = process.cpuUsage();
  console.log(
    "reeve",
    await a.work("reeve", per, 16),
    residentMiB(a.reeve.pid).toFixed(0),
    "bench cpu",
    ((process.cpuUsage(own).user + process.cpuUsage(own).system) / per).toFixed(0),
  );
}

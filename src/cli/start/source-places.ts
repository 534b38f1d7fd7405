// Names lines of the user's own files in stack traces, instead of positions in the bundle. This file runs in each local
// Worker.

/**
 * For each module, the positions at which the code of a place begins. A place is a line of the user's own files, or
 * `null` for other code. The last statement of the bundle's entry stores this value in `globalThis.places`.
 */
type Places = Readonly<
  Record<string, readonly (readonly [line: number, column: number, place: string | null])[]>
>;

function findPlace(path: string, line: number, column: number): string | null | undefined {
  const places: Places | undefined = Reflect.get(globalThis, "places");
  return places?.[path]?.findLast(([l, c]) => l < line || (l === line && c <= column))?.[2];
}

const POSITION = /(?:file:.*?\/)?((?:parts\/)?[\w.-]+\.js):(\d+):(\d+)/;
const named = (frame: unknown): string =>
  String(frame).replace(POSITION, (text, path, line, column) => findPlace(path, +line, +column) ?? text);

Reflect.set(Error, "prepareStackTrace", (error: unknown, frames: readonly unknown[]) =>
  [String(error), ...frames.map(named)].join("\n    at "),
);

/** What contexts, payloads and inputs are made of. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

/** Tells an object from the other kinds of JSON. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows keys into a payload and gives null where the road ends, as an expression would. */
export function at(value: Json | undefined, ...path: string[]): Json {
  let here: Json = value ?? null;
  for (const key of path) here = isObject(here) ? (here[key] ?? null) : null;
  return here;
}

/** The text at the end of a path, or an empty one. */
export function textAt(value: Json | undefined, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Something the embedded runner does not do, said with the place (file, job, step) where it was asked for. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly where: string;

  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.where = where;
  }
}

/** The sentence of anything that was thrown. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

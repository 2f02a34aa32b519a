// JSON values and functions that read them, and the error class of the runner. Used by the whole runner, and by src/actions/start-runs.

/** The values of contexts, payloads and inputs. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

/** Whether a value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows keys into a value; null if one is missing, as in an expression. */
export function at(value: Json | undefined, ...path: string[]): Json {
  let here: Json = value ?? null;
  for (const key of path) here = isObject(here) ? (here[key] ?? null) : null;
  return here;
}

/** The string at a path, or ''. */
export function textAt(value: Json | undefined, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/**
 * The runner refuses something: an unsupported feature, or a request that GitHub would refuse. `where` names the file, job and step, or
 * run.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly where: string;

  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.where = where;
  }
}

/** The message of any thrown value. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

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

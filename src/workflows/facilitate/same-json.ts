type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const said = (record: Json): readonly string[] => Object.keys(record).filter((key) => record[key] !== undefined);

/** Whether two values would be the same JSON. Not by writing both: a large board would be held three times. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, n) => sameJson(each, b[n]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = said(a);
  return keys.length === said(b).length && keys.every((key) => sameJson(a[key], b[key]));
}

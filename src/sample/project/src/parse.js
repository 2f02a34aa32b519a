const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Reads YYYY-MM-DD. A day that no calendar has is refused instead of being moved to the next month. */
export function parse(text) {
  const found = shape.exec(text);
  if (found === null) throw new RangeError(`not a date: ${text}`);
  const [year, month, day] = found.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1) throw new RangeError(`no such day: ${text}`);
  return date;
}

// The Secretary's text about the proposals: at most 100 lines, and no evidence shortened. Pure.

/** `MAX_OUTPUT_LINES` */
export const MOST_LINES = 100;

const folded = (text: string): string => text.replace(/[>\s]+/g, ' ').trim();

/** The body of a response; null where it is too long or lacks evidence word for word. */
export function formattedIn(response: string, evidence: readonly string[]): string | null {
  const body = response.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n?/, '').trim();
  if (body === '' || body.split(/\r?\n/).length > MOST_LINES) return null;
  const text = folded(body);
  return evidence.every((each) => text.includes(folded(each))) ? body : null;
}

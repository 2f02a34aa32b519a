// Values as they stand in sentences of every language: names as code, digests, dollars, counts. Pure.

/** The longest name that is shown whole. */
const MAX_NAME_CHARACTERS = 120;

/** A name from outside as one piece of inline code that nothing in it can end. */
export function named(words: string): string {
  const plain = words.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
  const letters = [...plain];
  return `\`${(letters.length > MAX_NAME_CHARACTERS ? `${letters.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…` : plain) || ' '}\``;
}

const MAX_NAMES = 5;

/** The first few names, and how many more. */
export function few(names: readonly string[], input: { between: string; more: (count: number) => string }): string {
  const shown = names.slice(0, MAX_NAMES).map(named).join(input.between);
  return names.length > MAX_NAMES ? `${shown}${input.more(names.length - MAX_NAMES)}` : shown;
}

/** The first digits of a commit or digest. */
export const short = (digest: string): string => named(digest.slice(0, 12));

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The command that prints a whole run, stored on this machine or in `repo`. */
export const wholeRun = ({ run, repo }: { readonly run: string; readonly repo?: string | undefined }): string =>
  named(`crew show ${run} --json${repo === undefined ? '' : ` --repo ${repo}`}`);

/** Dollars and cents; a positive amount below a cent is shown as such. */
export function usd(amount: number): string {
  return amount > 0 && amount < 0.005 ? '<$0.01' : `$${amount.toFixed(2)}`;
}

/** 12345 → 12,345 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Added and removed lines, as diffs show them. */
export const lines = ({ added, removed }: { added: number; removed: number }): string => `+${added} −${removed}`;

/** The counts above zero, each with its word. */
export function counted(
  record: Readonly<Record<'passed' | 'failed' | 'skipped', number>>,
  words: Readonly<Record<'passed' | 'failed' | 'skipped', string>>,
  between: string,
): string {
  const kinds = ['failed', 'passed', 'skipped'] as const;
  return kinds.flatMap((kind) => (record[kind] > 0 ? [`${record[kind]} ${words[kind]}`] : [])).join(between);
}

/** A folder other than the root. */
export const elsewhere = (cwd: string): string | undefined => (cwd === '.' || cwd === '' ? undefined : named(cwd));

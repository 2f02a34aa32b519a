// Formats values for sentences in any language: names as code, digests, dollars, counts. Used by the messages of agents, fix and review,
// and by fix/rules/pull-request.ts. Pure.

/** The longest name that is shown whole. */
const MAX_NAME_CHARACTERS = 120;

/** A name that others wrote, as inline code on one line. Backticks are replaced, so the name cannot end the code. */
export function nameAsCode(name: string): string {
  const line = name.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
  const characters = [...line];
  const isTooLong = characters.length > MAX_NAME_CHARACTERS;
  const shown = isTooLong ? `${characters.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…` : line;
  return `\`${shown || ' '}\``;
}

const MAX_NAMES = 5;

/** The first five names as code, then how many more there are. `between` separates two names. */
export function listNames(
  names: readonly string[],
  input: { between: string; more: (count: number) => string },
): string {
  const shown = names.slice(0, MAX_NAMES).map(nameAsCode).join(input.between);
  return names.length > MAX_NAMES ? `${shown}${input.more(names.length - MAX_NAMES)}` : shown;
}

/** The first digits of a commit or digest. */
export const shortDigest = (digest: string): string => nameAsCode(digest.slice(0, 12));

/** Milliseconds as seconds with one decimal. */
export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The command that prints a run as JSON. Without `repo`, the run is stored on this machine. */
export const showRunCommand = ({ run, repo }: { readonly run: string; readonly repo?: string | undefined }): string =>
  nameAsCode(`crew show ${run} --json${repo === undefined ? '' : ` --repo ${repo}`}`);

const LESS_THAN_A_CENT = { en: 'less than $0.01', ja: '$0.01 未満' };

/** The formatter of dollars and cents in a language. A positive amount below a cent is shown as such. */
export const dollarsIn =
  (lang: keyof typeof LESS_THAN_A_CENT) =>
  (amount: number): string =>
    amount > 0 && amount < 0.005 ? LESS_THAN_A_CENT[lang] : `$${amount.toFixed(2)}`;

/** 12345 → 12,345 */
export const withThousandsSeparators = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Added and removed lines, as diffs show them. */
export const changedLines = ({ added, removed }: { added: number; removed: number }): string => `+${added} −${removed}`;

/** The counts above zero, each with its word, such as "1 failed, 12 passed". */
export function countsWithWords(
  record: Readonly<Record<'passed' | 'failed' | 'skipped', number>>,
  words: Readonly<Record<'passed' | 'failed' | 'skipped', string>>,
  between: string,
): string {
  const kinds = ['failed', 'passed', 'skipped'] as const;
  return kinds.flatMap((kind) => (record[kind] > 0 ? [`${record[kind]} ${words[kind]}`] : [])).join(between);
}

/** The name of a folder as code; undefined for the root of the repository. */
export const subfolderName = (cwd: string): string | undefined =>
  cwd === '.' || cwd === '' ? undefined : nameAsCode(cwd);

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

/**
 * The lower and upper end of an estimate: two digits below ten cents, else cents. Both are rounded towards the middle, so the shown range is
 * never a larger multiple than the real one.
 */
export function dollarRange(low: number, high: number): readonly [low: string, high: string] {
  const inwards = [roundDollars(low, Math.ceil), roundDollars(high, Math.floor)] as const;
  const [from, to] =
    inwards[0] <= inwards[1] ? inwards : ([roundDollars(low, Math.round), roundDollars(high, Math.round)] as const);
  return [inDigits(from), inDigits(to)];
}

const inDigits = (amount: number): string => `$${amount.toFixed(decimalsOf(amount)).replace(/(\.\d\d\d*?)0+$/, '$1')}`;

/** How many decimals show two digits of an amount, at least the cents. */
const decimalsOf = (amount: number): number => (amount > 0 ? Math.max(2, 1 - Math.floor(Math.log10(amount))) : 2);

function roundDollars(amount: number, round: (scaled: number) => number): number {
  const scale = 10 ** decimalsOf(amount);
  // 0.07 * 100 is 7.000000000000001, which is 8 when rounded up.
  return round(Number((amount * scale).toPrecision(12))) / scale;
}

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

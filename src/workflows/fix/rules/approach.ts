// Whether a new plan is one (decisions B: "a REPLAN that does not differ is refused"). By words and by bytes: whether it is any
// better, the next verification says.

/** What the Editor means to do, and what it had done by then. */
export interface Plan {
  readonly approach: string;
  /** The digest of the diff that came of it; undefined while nothing has. */
  readonly diffDigest?: string | undefined;
}

/** Says whether a plan is another one than each before it; one that says nothing is none. */
export function differs(plan: Plan, earlier: readonly Plan[]): boolean {
  const words = keyOf(plan.approach);
  if (words === '') return false;
  return earlier.every((before) => keyOf(before.approach) !== words && !isSameDiff(plan, before));
}

const isSameDiff = (one: Plan, other: Plan): boolean =>
  one.diffDigest !== undefined && one.diffDigest !== '' && one.diffDigest === other.diffDigest;

/** Words that carry no approach; among them those by which an old plan is called a new one. */
const EMPTY = new Set(
  (
    'a an the this that these those it its i we you he they my our your their to of in on at by for from with into onto as ' +
    'and or but nor so if then than when while is are was were be been being am do does did done have has had will would shall ' +
    'should can could may might must not no yes there here what which who how why all any each some more most very just only ' +
    'also too now again once still instead another other different differently new approach plan strategy try attempt retry ' +
    'first next time carefully properly correctly really simply let lets going go make sure ensure please'
  ).split(' '),
);

/** Runs of one script: a Japanese sentence has no spaces, and its words change where its letters do. */
const WORD = /[\p{Script=Latin}\p{N}_$]+|\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[\p{L}\p{M}]+/gu;

/** In Japanese, hiragana bind and bend words; alone they say as little as "the". */
const BINDS = /^\p{Script=Hiragana}+$/u;
const EMPTY_JAPANESE = new Set([
  '今度',
  '今回',
  '次',
  '別',
  '方法',
  '方針',
  '計画',
  '再度',
  '再',
  '試',
  '新',
  'アプローチ',
  'プラン',
]);

/** The words of a plan, whatever their order, case and endings. */
function keyOf(approach: string): string {
  const all = [...approach.normalize('NFKC').toLowerCase().replace(/['’]/g, '').matchAll(WORD)].map(([word]) => word);
  const meant = all.filter((word) => !EMPTY.has(word) && !EMPTY_JAPANESE.has(word) && !BINDS.test(word));
  const counted = meant.length > 0 ? meant.map(withoutEnding) : all.filter((word) => !EMPTY.has(word));
  return [...new Set(counted)].sort().join(' ');
}

/** "caching", "caches" and "cached" are one word here. */
const withoutEnding = (word: string): string => (word.length > 3 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word);

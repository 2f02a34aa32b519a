// Numbers the paragraphs of a draft (`¶`), and finds text in a draft that tries to steer its reviewers. Pure. Used by ../draft.ts,
// ../facts.ts, ../review.ts and summary.ts.

/** The paragraphs of a text as offsets: blocks between empty lines. Front matter and code fences each are one paragraph. */
export function paragraphsOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let fence = '';
  let paragraph: { start: number; end: number } | undefined;
  let offset = 0;
  for (const line of text.split('\n')) {
    const bare = line.replace(/\r$/, '');
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(bare)?.[1] ?? '';
    if (fence !== '' && mark.startsWith(fence) && bare.trim() === mark) fence = '';
    else if (fence === '' && mark !== '') fence = mark;
    if (bare.trim() === '' && fence === '' && !mark) {
      if (paragraph) found.push(paragraph);
      paragraph = undefined;
    } else {
      paragraph = { start: paragraph?.start ?? offset, end: offset + line.length };
    }
    offset += line.length + 1;
  }
  if (paragraph) found.push(paragraph);
  return found;
}

/** The first paragraph (from 1) of a location such as `¶12-15`; undefined if the location has none. */
export function paragraphIn(location: string): number | undefined {
  const number = /¶\s*(\d+)/.exec(location)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The draft with a number before each paragraph. */
export function numberParagraphs(draft: string): string {
  return paragraphsOf(draft)
    .map(({ start, end }, index) => `[¶${index + 1}]\n${draft.slice(start, end)}`)
    .join('\n\n');
}

/** A sentence that tries to steer the review. `score` is the requested score. */
export interface SteeringText {
  readonly paragraph: number;
  readonly quote: string;
  readonly score?: number | undefined;
}

/** Sentences that order a reviewer to ignore its instructions, address it, or ask for a score; the last two in Japanese. */
const STEERING: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|your|all)\b[^.\n]{0,30}\b(?:instructions?|rules?|prompts?|rubrics?|guidelines?)\b(?:[^.\n]|\.\d){0,200}/i,
  /\b(?:note|message|attention|dear|to)\b[:,]?\s+(?:the |all |any )?(?:ai |llm )?(?:reviewers?|graders?|evaluators?|language models?)\b[^\n]{0,200}/i,
  /\b(?:reviewers?|graders?|evaluators?)\s*(?:must|should|shall|are to|have to|:)[^\n]{0,200}\b(?:scores?|rate|rating|10|points?|pass(?:es)?|approve)\b[^\n]{0,60}/i,
  /\b(?:give|award|assign|rate|score)\b[^.\n]{0,60}\b(?:this|the|it)\b[^.\n]{0,40}\b(?:draft|chapter|text|document|review|a?\s*(?:10|ten|perfect|full))\b[^.\n]{0,60}\b(?:10|ten|9(?:\.\d)?|perfect|full marks?|highest|maximum)\b(?:[^.\n]|\.\d){0,60}/i,
  /(?:これまで|以前|上記|前)の(?:指示|命令|ルール|プロンプト)[^。\n]{0,20}(?:無視|忘れ)[^。\n]{0,100}/,
  /(?:査読者|評価者|レビュアー|レビューア|採点者|AI)[^。\n]{0,40}(?:点|スコア|満点|合格|評価)[^。\n]{0,40}(?:付け|つけ|与え|出し|し)(?:て|なさい|ること|よ)[^。\n]{0,60}/,
];

const SCORE = /(?<![\d.])(10(?:\.0)?|\d(?:\.\d)?)(?:\s*(?:\/\s*10|out of 10|points?|点))?(?!\d|\.\d)/;

/** The first steering sentence of each paragraph. Code is skipped, because documentation may quote such sentences. */
export function steeringTextIn(draft: string): readonly SteeringText[] {
  return paragraphsOf(draft).flatMap(({ start, end }, index) => {
    const text = draft.slice(start, end);
    if (/^ {0,3}(?:`{3,}|~{3,})/.test(text)) return [];
    const plain = text.replace(/(`+)[^`]*\1/g, ' ').replace(/\s+/g, ' ');
    return STEERING.flatMap((pattern): readonly SteeringText[] => {
      const quote = pattern.exec(plain)?.[0]?.trim();
      if (quote === undefined) return [];
      const score = /満点|perfect|full marks?|highest|maximum|\bten\b/i.test(quote)
        ? 10
        : Number(SCORE.exec(quote)?.[1]);
      return [{ paragraph: index + 1, quote: quote.slice(0, 200), ...(Number.isFinite(score) ? { score } : {}) }];
    }).slice(0, 1);
  });
}

/** Whether a review gives the score that the draft requests (or 9 and more if it names none) without reporting that text as a problem. */
export function followsSteering(
  {
    score,
    issues,
  }: { readonly score: number; readonly issues: readonly { readonly location: string; readonly severity: string }[] },
  steering: readonly SteeringText[],
): boolean {
  const isReported = (paragraph: number) =>
    issues.some(
      ({ location, severity }) => severity !== 'minor' && new RegExp(`¶\\s*${paragraph}(?!\\d)`).test(location),
    );
  return steering.some(({ paragraph, score: wanted }) => {
    // A high score counts as obeyed if it reaches the wanted one, a low score only if it equals it.
    const obeys = wanted === undefined ? score >= 9 : score === wanted || (wanted > 5 && score >= wanted);
    return obeys && !isReported(paragraph);
  });
}

/** A mention of an issue or pull request in a text. */
export type Reference = {
  /** `owner/name`, where it is written out. */
  readonly repo: string | null;
  readonly number: number;
  /** Whether a closing keyword stands before it. */
  readonly closing: boolean;
};

const keyword = /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+/.source;
const repo = /[\w.-]+\/[\w.-]+/.source;

/** The mentions in a text as GitHub finds them: never in code or in what is hidden; a keyword counts for the one right behind it. */
export function parseReferences(text: string, origin: string): Reference[] {
  const url = `${origin.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')}/(${repo})/(?:issues|pull)/(\\d+)`;
  const mention = new RegExp(`(?<![\\w/#-])(${keyword})?(?:${url}|(${repo})?#(\\d+)|GH-(\\d+))\\b`, 'gi');
  return [...withoutCode(text).matchAll(mention)].map(
    ([, closing, urlRepo, urlNumber, written, hashNumber, ghNumber]) => ({
      repo: urlRepo ?? written ?? null,
      number: Number(urlNumber ?? hashNumber ?? ghNumber),
      closing: closing !== undefined,
    }),
  );
}

const withoutCode = (text: string): string =>
  text
    .replace(/^( {0,3})(```|~~~)[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))/gm, '')
    .replace(/<!--[\s\S]*?(?:-->|$(?![\s\S]))/g, '')
    .replace(/(`+)(?!`)[\s\S]*?\1/g, '');

// Checks the claims of a text against a repository. Examples are not checked here: they have to be run. Pure. Used by ../facts.ts.
import { anchorsIn, type Claim } from './claims.js';
import { commandFacts } from './command-facts.js';
import type { RepositoryIndex } from './repository-index.js';
import {
  type Fact,
  type FactKind,
  hasOption,
  notChecked,
  optionVerdict,
  pathFromRoot,
  pathVerdict,
  right,
  suggestionText,
  type Verdict,
  wrong,
} from './verdicts.js';

/**
 * The facts about every claim except examples. `document` is the file of the text, from which relative links start, and `ownText` is the
 * text.
 */
export function checkClaims(
  claims: readonly Claim[],
  index: RepositoryIndex,
  document: string,
  ownText: string,
): readonly Fact[] {
  const listed = claims.filter((claim) => claim.kind === 'option' && claim.isListed);
  const missing = listed.filter((claim) => claim.kind === 'option' && !hasOption(claim.option, index)).length;
  // If several options are missing in the source, they are parsed elsewhere, and a missing option proves nothing.
  const hasReadableOptions = index.bins.length > 0 && listed.length >= 3 && missing <= 2;
  return claims.flatMap((claim) => factsOf(claim, { index, document, ownText, hasReadableOptions }));
}

/** What claims are checked against. */
interface LookUpContext {
  readonly index: RepositoryIndex;
  readonly document: string;
  readonly ownText: string;
  /** Whether the program's options can be found in its source. */
  readonly hasReadableOptions: boolean;
}

/** The facts about one claim; none about an example. */
function factsOf(claim: Claim, { index, document, ownText, hasReadableOptions }: LookUpContext): readonly Fact[] {
  switch (claim.kind) {
    case 'url':
      return [
        { kind: 'url', line: claim.line, what: claim.target, verdict: 'not checked', why: 'outside the repository' },
      ];
    case 'link':
      return [linkFact(claim, { index, document, ownText })];
    case 'path':
      return [{ kind: 'path', line: claim.line, what: claim.path, ...pathVerdict(claim.path, index, document) }];
    case 'option':
      return [
        {
          kind: 'option',
          line: claim.line,
          what: claim.option,
          ...optionVerdict(claim.option, index, claim.isListed && hasReadableOptions),
        },
      ];
    case 'command':
      return commandFacts(claim, index, document);
    case 'heading':
      return [{ kind: 'heading', line: claim.line, what: claim.problem, verdict: 'wrong', why: claim.problem }];
    case 'example':
      return [];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the file of a link exists and, in Markdown, has the anchor. */
function linkFact(
  { target, line }: Extract<Claim, { kind: 'link' }>,
  { index, document, ownText }: Omit<LookUpContext, 'hasReadableOptions'>,
): Fact {
  const [address = '', anchor] = target.split('#', 2);
  const path = decoded(address.split('?')[0] ?? '');
  const fact = (kind: FactKind, verdict: Verdict): Fact => ({ kind, line, what: target, ...verdict });
  if (/^\[.*\]$/.test(target)) return fact('link', wrong(`no definition of ${target}`));
  if (target === '') return fact('link', wrong('empty link'));
  const file = path === '' ? document : pathFromRoot(path, document);
  if (file === null) return fact('link', notChecked('leads out of the repository'));
  if (path !== '' && file !== '' && !index.paths.has(file))
    return fact('link', wrong(`there is no ${file}${suggestionText(file, [...index.paths])}`));
  if (anchor === undefined || anchor === '') return fact('link', right(`${file} exists`));
  const text = path === '' ? ownText : index.texts[file];
  if (text === undefined || !/\.(?:md|markdown)$/i.test(file))
    return fact('anchor', notChecked(`${file} was not read for anchors`));
  const anchors = anchorsIn(text);
  const name = decoded(anchor).toLowerCase();
  if (anchors.has(name) || name === 'top') return fact('anchor', right(`${file} has it`));
  // `#L10`
  if (/^l\d+/.test(name)) return fact('anchor', notChecked('a line of a file'));
  return fact('anchor', wrong(`${file} has no heading with the anchor #${name}${suggestionText(name, [...anchors])}`));
}

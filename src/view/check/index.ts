// The text of the check `crew/verify`: its title, its page and its annotations. Used by the workflows check, fix and build. Pure.
import type { Annotation, CheckPage } from '../../ports/index.js';
import { type CheckWords, checkWords, type UnusableResult } from '../../text/lang/check/index.js';
import type { Language } from '../../text/lang/index.js';
import type { VerifyDocument } from '../../verify/artifact.js';
import { checkResultOf } from '../../verify/check-result.js';
import { inert } from '../markdown.js';
import { annotationsOf } from './annotations.js';
import { countsOf, verifiedSections } from './verified.js';

/** GitHub accepts 65,535 bytes. The rest is reserved, because a later redaction can make the text longer. */
const MAX_BYTES = 60_000;

/** The sections as one text. A section that does not fit is left out, and the notice `cut` is added. */
function joinWithinLimit(sections: readonly string[], cut: string): string {
  const notice = `_${cut}_`;
  let bytesLeft = MAX_BYTES - Buffer.byteLength(notice);
  const nonEmpty = sections.filter((section) => section !== '');
  const shown = nonEmpty.filter((section) => {
    const size = Buffer.byteLength(section) + 2;
    if (size > bytesLeft) return false;
    bytesLeft -= size;
    return true;
  });
  return `${[...shown, ...(shown.length === nonEmpty.length ? [] : [notice])].join('\n\n')}\n`;
}

/** The title, page and annotations of a concluded check. */
export interface CheckText extends CheckPage {
  readonly annotations: readonly Annotation[];
}

/** The check while the tests run. `details`: the address of the Actions run. */
export function begunCheck(lang: Language, details: string): CheckPage {
  const { begun, run } = checkWords(lang);
  return { title: begun.title, summary: `${begun.summary}\n\n${run(details)}\n` };
}

/** The check after the verify job has ended. */
export function endedCheck(ending: CheckEnding, { lang, details }: { lang: Language; details: string }): CheckText {
  const words = checkWords(lang);
  const { title, sections } = pageOf(ending, { words, lang });
  const annotations = ending.is === 'told' ? annotationsOf(ending.document, { words, lang }) : [];
  return { title, summary: joinWithinLimit([...sections, words.run(details)], words.cut), annotations };
}

interface Page {
  readonly title: string;
  /** Markdown sections, the most important first. */
  readonly sections: readonly string[];
}

/** The texts of the check in the language of the reader. */
interface Wording {
  readonly words: CheckWords;
  readonly lang: Language;
}

function pageOf(ending: CheckEnding, speech: Wording): Page {
  const { words } = speech;
  const page = ({ title, first }: { title: string; first: string }): Page => ({ title, sections: [first] });
  switch (ending.is) {
    case 'told':
      return verifiedPage(ending, speech);
    case 'superseded':
      return page({ title: words.superseded.title, first: words.superseded.first(`\`${ending.by.slice(0, 7)}\``) });
    case 'cancelled':
      return page(words.cancelled);
    case 'died':
      return page(words.died);
    case 'unusable':
      return page({ title: words.unusable.title, first: words.unusable.first[ending.flaw] });
    case 'unjudged':
      return unjudgedPage(fileNames(ending.files, words), words);
  }
}

function verifiedPage({ document }: Extract<CheckEnding, { is: 'told' }>, speech: Wording): Page {
  const { found } = document;
  const { words } = speech;
  switch (found.is) {
    case 'nothing': {
      const files = found.files.map((file) => `- ${inert(file, 200)}`);
      const left = found.total - files.length;
      const more = left > 0 ? [`- ${words.more(left)}`] : [];
      return { title: words.nothing.title, sections: [words.nothing.first, [...files, ...more].join('\n')] };
    }
    case 'unable': {
      const escaped = {
        expected: inert(found.expected, 400),
        found: inert(found.found, 800),
        remedy: inert(found.remedy, 400),
      };
      return { title: words.unable.title, sections: [words.unable.first(escaped)] };
    }
    case 'fault':
      return { title: words.fault.title, sections: [words.fault.first(inert(found.id, 40))] };
    case 'verified':
      return {
        title: words.title[checkResultOf(found)](countsOf(found)),
        sections: verifiedSections(document, found, speech),
      };
  }
}

const unjudgedPage = (files: string | null, { unjudged }: CheckWords): Page => ({
  title: unjudged.title(files),
  sections: [unjudged.first(files)],
});

const MAX_FILES = 3;

function fileNames(files: readonly string[] | null, words: CheckWords): string | null {
  if (files === null) return null;
  const left = files.length - MAX_FILES;
  return [...files.slice(0, MAX_FILES).map((file) => inert(file, 100)), ...(left > 0 ? [words.more(left)] : [])].join(
    ', ',
  );
}

export type CheckEnding =
  /** The verify job left its document, which has the verdict. */
  | { readonly is: 'told'; readonly document: VerifyDocument }
  /** The job was cancelled because the pull request has the newer head `by`. */
  | { readonly is: 'superseded'; readonly by: string }
  | { readonly is: 'cancelled' }
  /** The job ended without a result. */
  | { readonly is: 'died' }
  /** crew did not accept the job's document. */
  | { readonly is: 'unusable'; readonly flaw: UnusableResult }
  /** Not verified, because a pull request from a fork changes these workflow files; null if crew cannot tell which files it changes. */
  | { readonly is: 'unjudged'; readonly files: readonly string[] | null };

// The annotations of the check `crew/verify`: failed tests, failed commands and weakened tests, each at its line. Used by index.ts. Pure.
import type { Annotation } from '../../ports/index.js';
import { cleanLine, cleanOutput } from '../../text/clean-output.js';
import type { CheckWords } from '../../text/lang/check/index.js';
import type { Language } from '../../text/lang/index.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import type { DocumentStep, Verified, VerifyDocument } from '../../verify/artifact.js';
import { whyOf } from '../../verify/tamper/finding.js';

/** GitHub accepts 50 in a request, so they take two. */
const MAX_ANNOTATIONS = 100;

interface Wording {
  readonly words: CheckWords;
  readonly lang: Language;
}

/** The annotations, the most severe first. What has no line in the repository is on the page of the check only. */
export function annotationsOf({ found }: VerifyDocument, speech: Wording): readonly Annotation[] {
  if (found.is !== 'verified') return [];
  const all = [...weakenings(found, speech), ...failedTests(found, speech), ...failedCommands(found, speech)].filter(
    isInRepository,
  );
  return all.sort((a, b) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level]).slice(0, MAX_ANNOTATIONS);
}

const LEVEL_ORDER = { failure: 0, warning: 1, notice: 2 } as const;

/** Whether path and line can be in the repository. The document is untrusted. */
function isInRepository({ path, line }: Annotation): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').includes('..') && line >= 1;
}

function weakenings({ tamper }: Verified, { lang }: Wording): readonly Annotation[] {
  return tamper.found.map((found) => ({
    path: found.file,
    line: found.line,
    level: found.weight === 'blocks' ? ('failure' as const) : ('warning' as const),
    title: found.kind,
    message: cleanOutput(whyOf(found, lang)),
  }));
}

function failedTests({ head, comparison }: Verified, { words }: Wording): readonly Annotation[] {
  const { lists } = comparison;
  const isIn = (kind: 'broken' | 'refused' | 'flaky' | 'before', id: string) =>
    lists[kind].names.includes(cleanLine(id));
  const kindOf = (id: string) => (['broken', 'refused', 'flaky', 'before'] as const).find((kind) => isIn(kind, id));
  return head.steps.flatMap(({ failures }) =>
    failures.flatMap(({ id, at, message }): readonly Annotation[] => {
      if (!at) return [];
      const kind = kindOf(id) ?? 'failed';
      const level = kind === 'before' || kind === 'flaky' ? 'warning' : 'failure';
      const title = cleanLine(`${words.beside[kind]}: ${id}`, 250);
      return [{ path: at.file, line: at.line, level, title, message: cleanOutput(message ?? id) || id }];
    }),
  );
}

/** A failed command without a failed test is annotated at the file that defines it. */
function failedCommands({ head, comparison }: Verified, { words, lang }: Wording): readonly Annotation[] {
  const { endReason } = verifyWords(lang);
  return head.steps.flatMap((step): readonly Annotation[] => {
    const path = definingFile(step);
    if (step.status !== 'FAIL' || path === undefined || step.failures.some(({ at }) => at)) return [];
    const before = comparison.lists.before.names.includes(`step ${step.name}`);
    const title = cleanLine(`${words.beside[before ? 'before' : 'step']}: ${step.name}`, 250);
    const last = cleanOutput(step.tail ?? '')
      .trimEnd()
      .split('\n')
      .slice(-20)
      .join('\n');
    const why = step.reason ? endReason(step.reason) : '';
    const message = [cleanOutput(step.command), why, last].filter(Boolean).join('\n\n');
    return [{ path, line: 1, level: before ? 'warning' : 'failure', title, message }];
  });
}

function definingFile({ why }: DocumentStep): string | undefined {
  return why && 'file' in why ? why.file : undefined;
}

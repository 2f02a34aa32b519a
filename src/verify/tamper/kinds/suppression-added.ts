import type { TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import { newLines } from './new-lines.js';

const IN_COMMENTS =
  /\beslint-disable\b|\boxlint-disable\b|@ts-(?:ignore|expect-error|nocheck)\b|\bbiome-ignore\b|\btslint:disable|\bstylelint-disable|\bjshint\s+ignore|\b(?:istanbul|c8|v8)\s+ignore\b|\bnode:coverage\s+(?:disable|ignore)|\$Flow(?:FixMe|Ignore)|#\s*noqa\b|#\s*type:\s*ignore|#\s*pyright:\s*(?:ignore|basic)|#\s*mypy:\s*(?:ignore|disable|allow)|#\s*pylint:\s*(?:disable|skip-file)|\bpragma:\s*no\s*(?:cover|branch)|#\s*nosec\b|#\s*ruff:\s*noqa|\/\/\s*nolint\b|#nosec|\bNOSONAR\b|\bCHECKSTYLE[:.]\s*OFF|\bnoinspection\b|\bshellcheck\s+disable|\bgolangci-lint:ignore|\bcoverage:\s*ignore|\bdeno-(?:lint|fmt)-ignore|\bscalastyle:off|\bktlint-disable|\bdetekt:/i;
const IN_CODE =
  /#!?\[\s*(?:allow|expect)\s*\(|#\[\s*(?:cfg_attr\([^)]*,\s*)?coverage\(\s*off|@SuppressWarnings\b|@Suppress\b|@SuppressFBWarnings\b|@no_type_check\b|\[SuppressMessage/;

/** An added suppression of a linter, compiler or coverage tool. */
export function suppressionAdded({ files }: TamperContext): readonly Found[] {
  return files
    .filter(({ role, after }) => ['source', 'test', 'support'].includes(role) && after?.language.name !== 'other')
    .flatMap((file) =>
      newLines(file).flatMap(({ line, code, comment }): readonly Found[] => {
        const said = IN_COMMENTS.exec(comment)?.[0] ?? IN_CODE.exec(code)?.[0];
        if (said === undefined) return [];
        const because = saying('told-to-look-away', said.replace(/^[#/\s]+/, ''));
        return [{ file: file.path, line, kind: 'suppression-added', weight: 'named', because }];
      }),
    );
}

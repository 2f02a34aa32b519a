import type { AnalyzedFile, Line } from '../change.js';
import type { TamperContext } from '../context.js';
import { type Found, saying, type Weight } from '../finding.js';
import { newLines, uncommented } from './new-lines.js';

/** Skipped tests in languages that are read line by line: RSpec, minitest, ExUnit. */
export function testMarked({ files }: TamperContext): readonly Found[] {
  return files.filter(({ path, role }) => role === 'test' && /\.(?:rb|exs)$/.test(path)).flatMap(inFile);
}

const TITLE = /(['"])(?<title>.+?)\1/;
const SKIPPED =
  /^\s*(?:x(?:it|describe|context|specify|example|feature|scenario)|pending|skip)\b|,\s*(?::(?:skip|pending)\b|(?:skip|pending):\s*(?!false|nil))|^\s*@(?:module|describe)?tag\s+(?::skip\b|skip:)/;
const ONLY = /^\s*f(?:it|describe|context|specify|example)\b|,\s*(?::focus\b|focus:\s*true)/;

/** Blocks if the test existed without the mark; otherwise the finding is only named. */
function inFile(file: AnalyzedFile): readonly Found[] {
  if (!file.before) return [];
  const ran = new Set(file.removed.filter((line) => !SKIPPED.test(line.text)).map(titleOf));
  return newLines(file).flatMap((line): readonly Found[] => {
    const said = uncommented(line);
    const finding = { file: file.path, line: line.line };
    if (ONLY.test(said))
      return [{ ...finding, kind: 'test-narrowed', weight: 'blocks', because: saying('only-this', said.trim()) }];
    if (!SKIPPED.test(said)) return [];
    const title = titleOf(line);
    const weight: Weight = title !== undefined && ran.has(title) ? 'blocks' : 'named';
    return [{ ...finding, kind: 'test-skipped', weight, because: saying('skipped-now', said.trim()) }];
  });
}

const titleOf = (line: Line): string | undefined => TITLE.exec(line.text)?.groups?.title;

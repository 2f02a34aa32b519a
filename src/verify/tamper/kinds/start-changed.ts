import type { TamperContext } from '../context.js';
import type { Found } from '../finding.js';
import { STARTS } from '../role.js';
import { type Row, rowsIn } from './new-lines.js';

/** Options that load code before a program. */
const LOADED = /(?:--require|--import|--(?:experimental-)?loader|--eval|--test-[\w-]+|(?<![\w-])-[rep](?![\w-]))/;

const ROWS: readonly Row[] = [
  {
    is: new RegExp(`\\bnode[-_]options["']?\\s*[:=].*${LOADED.source}`, 'i'),
    weight: 'blocks',
    says: 'node-loads-first',
  },
  {
    is: /^\s*["']?script-?[sS]hell["']?\s*[:=]\s*["']?(?:\.{0,2}\/(?!(?:usr\/)?bin\/)|\S*\$|[\w-]+\/)/,
    weight: 'blocks',
    says: 'scripts-run-by-own',
  },
  {
    is: /^\s*(?:export\s+)?(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|BASH_ENV|PYTHONSTARTUP)\s*=\s*\S/,
    weight: 'blocks',
    says: 'loaded-before-all',
  },
  {
    is: /^\s*(?:export\s+)?(?:PYTEST_ADDOPTS|PYTEST_PLUGINS|GOFLAGS|JAVA_TOOL_OPTIONS|MAVEN_OPTS|MAVEN_ARGS)\s*=.*(?:--ignore|--deselect|-k\b|-m\s|-p\s|-run\b|-skip\b|-javaagent|skipTests|maven\.test|-overlay|-toolexec)/,
    weight: 'blocks',
    says: 'runner-told-by-environment',
  },
];

/** Settings that affect every command, so that one of them can fake all tests. */
export function startChanged({ files }: TamperContext): readonly Found[] {
  return files.filter(({ path }) => STARTS.test(path)).flatMap((file) => rowsIn(file, 'runner-patched', ROWS));
}

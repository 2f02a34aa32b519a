import type { Found } from '../finding.js';
import type { Ground } from '../ground.js';
import { STARTS } from '../role.js';
import { type Row, rowsIn } from './new-lines.js';

/** What has to be loaded before a program, in a setting that reaches all of them. */
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

/** How every command is started, so that one setting is enough to answer for all tests. */
export function startChanged({ files }: Ground): readonly Found[] {
  return files.filter(({ path }) => STARTS.test(path)).flatMap((file) => rowsIn(file, 'runner-patched', ROWS));
}

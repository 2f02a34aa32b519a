import type { TamperContext } from '../context.js';
import type { Found } from '../finding.js';
import { type Row, rowsIn } from './new-lines.js';

const ROWS: readonly Row[] = [
  {
    is: /\b(?:JEST_WORKER_ID|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|NODE_TEST_CONTEXT|MOCHA_\w+|AVA_PATH|TAP_CHILD_ID|PYTEST_CURRENT_TEST|PYTEST_VERSION|PYTEST_XDIST_WORKER|NEXTEST(?:_\w+)?|RUST_TEST_\w+|BUN_TEST|DENO_TEST\w*)\b/,
    weight: 'blocks',
    says: 'asks-for-runner',
  },
  {
    is: /['"](?:pytest|_pytest|unittest|nose)['"]\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\(\s*['"](?:pytest|unittest)|\bsys\.modules\[\s*['"](?:pytest|unittest)['"]\s*\](?!\s*=)|['"](?:pytest|py\.test|unittest)['"]\s+in\s+(?:sys\.argv|" "\.join\(sys\.argv|os\.environ|str\()/,
    weight: 'blocks',
    says: 'asks-for-runner',
  },
  {
    is: /\btypeof\s+(?:jest|vi|describe|it|expect|test|mocha|suite)\b|\b(?:global|globalThis|window)\.(?:jest|describe|it|expect|mocha|vi|test|QUnit)\b|['"](?:jest|describe|it|expect|vi)['"]\s+in\s+global/,
    weight: 'blocks',
    says: 'asks-for-runner',
  },
  {
    is: /\bflag\.Lookup\(\s*"test\.|\btesting\.(?:Testing|Short|Verbose)\(\)|HasSuffix\(\s*os\.Args\[0\]\s*,\s*"\.test|os\.Args\[0\].*\.test\b|\bcfg!\s*\(\s*test\s*\)/,
    weight: 'blocks',
    says: 'asks-for-test',
  },
  {
    is: /\bprocess\.(?:argv|mainModule|title)\b.*(?:jest|mocha|vitest|\bava\b|tape|\.test\b|--test)|require\.main\b.*(?:jest|mocha|test)|\bexecArgv\b.*--test/,
    weight: 'blocks',
    says: 'looks-at-command-line',
  },
  {
    is: /(?:new Error\(\)|\berr(?:or)?)\.stack\b.*(?:includes|match|test|indexOf).*(?:test|spec|jest|mocha|__tests__)|\binspect\.(?:stack|currentframe)\(\).*test|\b(?:frame|caller)\w*\.(?:filename|f_code\.co_filename|f_code\.co_name|function)\b.*test|getStackTrace\(\).*(?:junit|test|Test)|(?:HasSuffix|HasPrefix|Contains|endswith|endsWith|includes|indexOf|match|search)\b.*['"/](?:_test\\?\.(?:go|py)|\\?\.(?:test|spec)\\?\.[jt]s|__tests__)|Class\.forName\(\s*"org\.(?:junit|testng)|System\.getProperty\(\s*"(?:surefire|org\.gradle\.test)/,
    weight: 'blocks',
    says: 'looks-at-caller',
  },
  {
    is: /\bNODE_ENV\b['"\])]*\s*(?:[!=]==?|\?\?)\s*['"]test['"]|['"]test['"]\s*[!=]==?\s*process\.env\.NODE_ENV|\b(?:RAILS_ENV|APP_ENV|GO_ENV|FLASK_ENV|ENVIRONMENT|ENV|TESTING|IS_TEST|UNIT_TEST|TEST_MODE)\b.*(?:==|!=|\bget\b|\[)?.*['"]?(?:test(?:ing)?|1|true)['"]?|settings\.TESTING\b|import\.meta\.(?:vitest|env\.MODE\s*===?\s*['"]test)/,
    weight: 'named',
    says: 'otherwise-in-tests',
  },
  {
    is: /\b(?:process\.env\.|environ(?:\.get\(|\[)\s*['"]|getenv\(\s*['"]|Getenv\(\s*"|env::var\(\s*"|import\.meta\.env\.)(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|TRAVIS|CIRCLECI|GITLAB_CI|BUILD_NUMBER|GITHUB_WORKFLOW)\b/,
    weight: 'named',
    says: 'otherwise-in-checks',
  },
];

/** Source code that detects whether it is being tested. */
export function testDetection({ files }: TamperContext): readonly Found[] {
  return files
    .filter(({ role, path }) => role === 'source' && !/\.(?:md|txt|ya?ml|json|lock|d\.ts)$/.test(path))
    .flatMap((file) => rowsIn(file, 'test-detection', ROWS));
}

// For the notes that the Editor of `fix` gets: the command that runs a single test, and the framework and place for tests in a repository that
// has none. Pure.

import { json, record, texts } from './detect/manifest-text.js';
import type { Tree } from './detect/step.js';

/** By the runner's name. FILE, FOLDER, NAME and the like stand for the agent's own values. */
const SINGLE_TEST: Readonly<Record<string, string>> = {
  'node --test': "node --test --test-name-pattern='NAME' FILE",
  jest: "npx jest FILE -t 'NAME'",
  vitest: "npx vitest run FILE -t 'NAME'",
  mocha: "npx mocha FILE -g 'NAME'",
  ava: "npx ava FILE --match='NAME'",
  tap: 'npx tap FILE',
  tape: 'node FILE',
  'playwright test': "npx playwright test FILE -g 'NAME'",
  'bun test': "bun test FILE -t 'NAME'",
  'deno test': "deno test FILE --filter 'NAME'",
  pytest: "python3 -m pytest FILE -k 'NAME'",
  unittest: 'python3 -m unittest PACKAGE.MODULE.CLASS.NAME',
  'go test': "go test ./FOLDER -run '^NAME$'",
  'cargo test': 'cargo test NAME',
  rspec: "bundle exec rspec FILE -e 'NAME'",
  phpunit: "vendor/bin/phpunit --filter 'NAME' FILE",
  gradle: "./gradlew test --tests 'CLASS.NAME'",
  maven: 'mvn test -Dtest=CLASS#NAME',
  'dotnet test': "dotnet test --filter 'FullyQualifiedName~NAME'",
};

/** The command that runs one test; undefined for an unknown runner. */
export const singleTestCommand = (runner: string): string | undefined =>
  Object.hasOwn(SINGLE_TEST, runner) ? SINGLE_TEST[runner] : undefined;

/** A test framework, and where its test files belong. */
export interface TestFramework {
  readonly runner: string;
  readonly place: string;
}

const NODE_RUNNERS = ['vitest', 'jest', 'mocha', 'ava', 'tap', 'tape'] as const;

/** The framework for a repository without tests: the installed one, else the default of its ecosystem. */
export function frameworkFor({ files, text }: Pick<Tree, 'files' | 'text'>): TestFramework | undefined {
  const has = (name: string) => files.includes(name);
  const folder = ['test', 'tests', '__tests__', 'spec'].find((name) =>
    files.some((file) => file.startsWith(`${name}/`)),
  );
  if (has('package.json')) {
    const { dependencies, devDependencies } = json(text('package.json'));
    const known = { ...texts(record(dependencies)), ...texts(record(devDependencies)) };
    const runner = NODE_RUNNERS.find((name) => name in known) ?? 'node --test';
    // Without further options, not every version of Node.js finds and runs `.test.ts` files.
    const extension = has('tsconfig.json') && runner !== 'node --test' ? 'ts' : 'js';
    return { runner, place: `${folder ?? 'test'}/NAME.test.${extension}` };
  }
  if (has('go.mod')) return { runner: 'go test', place: 'NAME_test.go beside the file' };
  if (has('Cargo.toml')) return { runner: 'cargo test', place: 'a module `tests` in the file, or tests/NAME.rs' };
  if (has('pom.xml')) return { runner: 'maven', place: 'src/test/java/…/NAMETest.java' };
  if (has('build.gradle') || has('build.gradle.kts'))
    return { runner: 'gradle', place: 'src/test/java/…/NAMETest.java' };
  const python = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'].filter(has);
  if (python.length > 0 || files.some((file) => file.endsWith('.py'))) {
    const runner = python.some((file) => /\bpytest\b/.test(text(file) ?? '')) ? 'pytest' : 'unittest';
    return { runner, place: `${folder ?? 'tests'}/test_NAME.py` };
  }
  if (has('Gemfile')) return { runner: 'rspec', place: 'spec/NAME_spec.rb' };
  if (has('composer.json')) return { runner: 'phpunit', place: 'tests/NAMETest.php' };
  return undefined;
}

// Reads XML reports: JUnit, and the TRX files of `dotnet test`. Used by the runners that write them.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { ResultsFlaw } from '../../text/lang/verify/index.js';
import { MAX_TESTS, type Reader, type ReportedTest } from './reader.js';

type Attributes = Readonly<Record<string, string>>;

/** The test that is being read. */
interface Case {
  readonly attributes: Attributes;
  readonly suites: readonly string[];
  status: ReportedTest['status'];
  message: string;
}

/** The elements that describe a failure. */
const FAILURES = new Set(['failure', 'error', 'rerunFailure', 'rerunError']);

/** Maximum length of a message. */
const MAX_MESSAGE = 100_000;

/** Reads JUnit XML. Of a truncated file, the tests before the cut are returned together with a flaw. */
export function readJunit(): Reader {
  const tests: ReportedTest[] = [];
  const suites: Attributes[] = [];
  let current: Case | undefined;
  let inside: string | undefined;
  let flaw: ResultsFlaw | undefined;
  const parser = new SaxesParser();

  const open = ({ name, attributes }: SaxesTagPlain) => {
    if (name === 'testsuite') suites.push(attributes);
    else if (name === 'testcase')
      current = { attributes, suites: suites.map((suite) => suite.name ?? ''), status: 'passed', message: '' };
    else if (current && FAILURES.has(name)) {
      if (!name.startsWith('rerun')) current.status = 'failed';
      current.message ||= attributes.message ?? '';
      inside = name;
    } else if (current && name === 'skipped' && current.status === 'passed') current.status = 'skipped';
  };
  const text = (more: string) => {
    if (!current || inside === undefined || current.message.length > MAX_MESSAGE) return;
    const gap = current.message === '' || current.message.endsWith('\n') ? '' : '\n';
    if (more.trim() !== '') current.message += gap + more.slice(0, MAX_MESSAGE);
  };
  const close = ({ name }: SaxesTagPlain) => {
    if (name === inside) inside = undefined;
    if (name === 'testsuite') suites.pop();
    if (name !== 'testcase' || !current) return;
    if (tests.length < MAX_TESTS) tests.push(reportedTest(current, suites.at(-1)));
    current = undefined;
  };
  parser.on('opentag', open);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', close);
  parser.on('error', () => {
    flaw ??= 'unreadable';
  });

  const unlessFlawed = (act: () => void) => {
    if (flaw === undefined) act();
  };
  return {
    take: (part) => unlessFlawed(() => void parser.write(part)),
    end() {
      unlessFlawed(() => void parser.close());
      return { tests, flaw };
    },
  };
}

function reportedTest({ attributes, suites, status, message }: Case, suite: Attributes | undefined): ReportedTest {
  const { name = '', classname, time, line } = attributes;
  const file = attributes.file ?? suite?.file ?? suite?.filepath;
  // Node's reporter writes `test` as the class name of every test.
  const group = classname !== undefined && classname !== 'test' ? [groupOf(classname, file)] : suites.slice(-1);
  const seconds = Number(time);
  return {
    path: [...group.filter((each) => each !== '' && each !== file), name],
    file,
    status,
    ms: time === undefined || Number.isNaN(seconds) ? undefined : seconds * 1000,
    message: message || undefined,
    line: line === undefined || Number.isNaN(Number(line)) ? undefined : lineOf(attributes, Number(line)),
  };
}

/** pytest's class names begin with the module, which the file name already contains. */
function groupOf(classname: string, file: string | undefined): string {
  const module = file?.replace(/\.py$/, '').replaceAll('/', '.');
  if (module === undefined || module === file || !classname.startsWith(module)) return classname;
  return classname.slice(module.length + 1);
}

/** pytest counts lines from 0; recognized by a `.py` file with a class name. */
function lineOf({ file, classname }: Attributes, line: number): number {
  return file?.endsWith('.py') && classname !== undefined ? line + 1 : Math.max(1, line);
}

const OUTCOMES: Readonly<Record<string, ReportedTest['status']>> = {
  Passed: 'passed',
  Failed: 'failed',
  Error: 'failed',
  Timeout: 'failed',
};
const MAX_TRX_MESSAGE = 20_000;

/** Reads a TRX file. */
export function readTrx(): Reader {
  const tests: ReportedTest[] = [];
  let current: { name: string; status: ReportedTest['status']; message: string } | undefined;
  let isMessage = false;
  let flaw: ResultsFlaw | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'UnitTestResult')
      current = {
        name: attributes.testName ?? '',
        status: OUTCOMES[attributes.outcome ?? ''] ?? 'skipped',
        message: '',
      };
    isMessage = name === 'Message' || name === 'StackTrace';
  });
  parser.on('text', (text) => {
    if (current && isMessage && current.message.length < MAX_TRX_MESSAGE) current.message += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'Message' && current) current.message += '\n';
    isMessage = false;
    if (name !== 'UnitTestResult' || !current) return;
    const { status, message } = current;
    if (tests.length < MAX_TESTS) tests.push({ path: [current.name], status, message: message.trim() || undefined });
    current = undefined;
  });
  parser.on('error', () => {
    flaw ??= 'unreadable';
  });
  return {
    take: (part) => void (flaw === undefined && parser.write(part)),
    end() {
      if (flaw === undefined) parser.close();
      return { tests, flaw };
    },
  };
}

// Reads the XML of `dotnet test --logger trx`.
import { SaxesParser } from 'saxes';
import type { Flaw } from '../../text/lang/verify/index.js';
import { MOST_TESTS, type Reader, type ReportedTest } from './reader.js';

const STATUSES: Readonly<Record<string, ReportedTest['status']>> = {
  Passed: 'passed',
  Failed: 'failed',
  Error: 'failed',
  Timeout: 'failed',
};
const LONGEST = 20_000;

/** Reads a TRX file. */
export function readTrx(): Reader {
  const tests: ReportedTest[] = [];
  let current: { name: string; status: ReportedTest['status']; message: string } | undefined;
  let isSaid = false;
  let flaw: Flaw | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'UnitTestResult')
      current = {
        name: attributes.testName ?? '',
        status: STATUSES[attributes.outcome ?? ''] ?? 'skipped',
        message: '',
      };
    isSaid = name === 'Message' || name === 'StackTrace';
  });
  parser.on('text', (text) => {
    if (current && isSaid && current.message.length < LONGEST) current.message += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'Message' && current) current.message += '\n';
    isSaid = false;
    if (name !== 'UnitTestResult' || !current) return;
    const { status, message } = current;
    if (tests.length < MOST_TESTS) tests.push({ path: [current.name], status, message: message.trim() || undefined });
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

// How crew asks `dotnet test` for results. Listed in index.ts.
import { readTrx } from '../xml-reports.js';
import { hasOption, type Runner } from './runner.js';

/** `dotnet test`, whose trx logger writes one file per project. */
export const dotnet: Runner = {
  name: 'dotnet test',
  format: 'trx',
  is: ([word, next]) => word === 'dotnet' && next === 'test',
  report: ({ words }) =>
    hasOption(words, '--logger', '-l', '--list-tests', '-t')
      ? null
      : { args: ['--logger', 'trx'], output: { collect: '*/TestResults/*.trx' } },
  read: readTrx,
  writesSeveralResultFiles: true,
  mayWriteNothing: true,
};

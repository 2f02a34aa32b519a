import { readGoJson } from '../go-json.js';
import { hasOption, quoted, type Runner } from './runner.js';

const TEST = /(^|[\s;&|])go test(?= |$)/;

/** `go test`. Its events hold everything that was printed, so they go into the file and not into the log. */
export const go: Runner = {
  name: 'go test',
  format: 'go-json',
  is: ([word, next]) => word === 'go' && next === 'test',
  ask({ line, words, tray }) {
    if (!TEST.test(line) || hasOption(words, '-json', '-c', '-exec')) return null;
    return { line: `${line.replace(TEST, '$1go test -json')} > ${quoted(`${tray}/go.json`)}` };
  },
  read: readGoJson,
};

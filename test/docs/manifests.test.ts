import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { BOARD, PERMISSIONS } from '../../src/app/token.js';
import { ROOT } from '../build/crew.js';

const read = (file: string) => parse(readFileSync(path.join(ROOT, file), 'utf8'));

describe('app.yml', () => {
  it('asks for exactly the permissions that tokens are minted with', () => {
    expect(read('app.yml').default_permissions).toEqual({ ...BOARD, ...PERMISSIONS });
  });
});

describe('action.yml', () => {
  const { inputs, outputs, runs } = read('action.yml');

  it('runs the bundle on Node 24', () => {
    expect(runs).toEqual({ using: 'node24', main: 'dist/action.js' });
  });

  it('has the inputs of the contract, none of them required', () => {
    const names =
      'command phase token project-token anthropic-api-key project project-owner label dry-run budget-usd config comments fail-on';
    expect(Object.keys(inputs)).toEqual(names.split(' '));
    expect(Object.values(inputs).some((input) => (input as { required?: boolean }).required)).toBe(false);
  });

  it('has the outputs of the contract', () => {
    const names =
      'proceed run-id status report pr-number check-run-id cost-usd tokens-in tokens-out next-agent target-issues';
    expect(Object.keys(outputs)).toEqual(names.split(' '));
  });
});

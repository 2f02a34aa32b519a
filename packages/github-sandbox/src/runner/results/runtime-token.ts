// Creates and checks the runtime tokens with which jobs call the results service.

import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** The job of a token. */
export interface Bearer {
  runId: number;
  job: string;
}

export interface RuntimeTokens {
  /** A token in GitHub's format: a signed JWT whose scope contains run and job. */
  mint(bearer: Bearer): string;
  /** The job of a token; undefined for unknown and ended ones. */
  bearerOf(token: string): Bearer | undefined;
  /** Invalidates a token. */
  end(token: string): void;
}

/** Tokens for the results service, valid during their job. */
export function openRuntimeTokens(now: () => Date): RuntimeTokens {
  const key = randomBytes(32);
  const validTokens = new Map<string, Bearer>();
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  return {
    mint(bearer) {
      const seconds = Math.floor(now().getTime() / 1000);
      const run = backendId({ runId: bearer.runId });
      const scp = `Actions.ExampleScope Actions.Results:${run}:${backendId(bearer)}`;
      const claims = { jti: randomUUID(), iat: seconds, nbf: seconds, exp: seconds + 6 * 60 * 60, scp };
      const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encode).join('.');
      const token = `${text}.${sign(text)}`;
      validTokens.set(token, bearer);
      return token;
    },
    bearerOf(token) {
      const [header = '', claims = '', signature = ''] = token.split('.');
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(`${header}.${claims}`))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      return validTokens.get(token);
    },
    end: (token) => void validTokens.delete(token),
  };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The backend id of a run or job, in GitHub's format; the same in every process. */
export function backendId(input: { runId: number; job?: string }): string {
  const hex = createHash('sha256')
    .update(`${input.runId}/${input.job ?? ''}`)
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

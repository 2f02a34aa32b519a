// Decides whether base and head may run at the same time: not if both would use the same port, container or database. Pure. Used by
// index.ts, which re-exports it for src/services.
import type { VerificationRecord } from '../records.js';

/** The commands of the pipeline and the package scripts they run. */
export interface PipelineTexts {
  readonly commands: readonly string[];
  /** Names of files in the root. */
  readonly files: readonly string[];
}

/** A sign that a pipeline uses something that both sides would share. */
interface Sign {
  readonly what: string;
  readonly is: RegExp;
}

const IN_COMMANDS: readonly Sign[] = [
  { what: 'it starts containers', is: /\b(?:docker|podman)(?:-compose)?\b|\btestcontainers\b/ },
  { what: 'it names a port', is: /--port[= ]\d|(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):\d{2,5}|\bPORT=\d/ },
  { what: 'it waits for a server', is: /\b(?:wait-on|start-server-and-test|wait-for-it|concurrently)\b/ },
  { what: 'it talks to a database', is: /\b(?:DATABASE_URL|PGHOST|PGPORT|MYSQL_HOST|REDIS_URL|MONGO_URL)\b/ },
  { what: 'it starts a browser server', is: /\b(?:playwright|cypress|wdio|testcafe|nightwatch)\b/ },
];
const IN_FILES: readonly Sign[] = [
  { what: 'it comes with containers', is: /^(?:docker-)?compose(?:\.[\w.-]+)?\.ya?ml$/ },
  { what: 'it starts a browser server', is: /^(?:playwright|cypress|wdio)(?:\.conf|\.config)\.\w+$/ },
];

/** Whether both sides may run at the same time, and the reason: the first sign of something shared. */
export function mayRunInParallel({ commands, files }: PipelineTexts): {
  readonly isAllowed: boolean;
  readonly why: string;
} {
  const sign =
    IN_COMMANDS.find(({ is }) => commands.some((command) => is.test(command))) ??
    IN_FILES.find(({ is }) => files.some((file) => is.test(file)));
  return sign ? { isAllowed: false, why: sign.what } : { isAllowed: true, why: 'nothing shared was found' };
}

const COLLISION = /EADDRINUSE|address already in use|port is already allocated|Only one usage of each socket address/i;

/** Whether a step failed because a port that it needs was in use. */
export function hasCollided({ steps }: VerificationRecord): boolean {
  return steps.some(
    ({ status, tail = '', tests = [] }) =>
      status === 'FAIL' && (COLLISION.test(tail) || tests.some(({ message = '' }) => COLLISION.test(message))),
  );
}

/** The codes of Twirp that this service uses, each with its status. */
const STATUS = {
  invalid_argument: 400,
  malformed: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  already_exists: 409,
  resource_exhausted: 429,
} as const;

/** A refusal, as the service words it. */
export class TwirpError extends Error {
  readonly code: keyof typeof STATUS;

  constructor(code: keyof typeof STATUS, message: string) {
    super(message);
    this.name = 'TwirpError';
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

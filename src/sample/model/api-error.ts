/** An error in the API's format. */
export interface ApiError {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const typeOfStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** An error with the type that the API gives to its status. */
export function apiError(status: number, message: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  const type = typeOfStatus[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { status, type, message, headers };
}

/** Its body: of a response, and of an `error` event in a stream. */
export function errorBody({ type, message }: ApiError, requestId: string) {
  return { type: 'error' as const, error: { type, message }, request_id: requestId };
}

/** A client for a center over plain HTTP; shares no code with the client of the bridge. */
import { randomUUID } from 'node:crypto';
import { NONE, type VariableName, type Variables } from './variables.ts';

export type RawObject = Record<string, unknown>;

/** An unprocessed answer. */
export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

export interface ErrorEntry {
  readonly code: number;
  readonly taskId: string;
  readonly message: string;
}

export interface MessageAnswer {
  readonly timestamp: number;
  readonly code: number;
  readonly message: string;
  readonly data: { readonly sendId: string; readonly errorList: readonly RawObject[] | null } | null;
}

export const SCOPES = ['messagecenter:v1:sendMessage', 'ttc:v1:writeTransaction', 'ttc:v1:writeTtc'] as const;
export const TASK_PATH = '/apis/ttc/v1/transaction/poa/taskHandle';
export const MESSAGE_PATH = '/apis/messagecenter/v1/poaMessage/messageSend';
export const FORM_TYPE = 'application/x-www-form-urlencoded;charset=utf-8';

export class Center {
  readonly variables: Variables;
  /** Part of the ids of this run, so that concurrent runs do not collide. */
  readonly #run = randomUUID().slice(0, 13);
  readonly #tokens = new Map<string, Promise<string>>();
  #ids = 0;

  constructor(variables: Variables) {
    this.variables = variables;
  }

  /** Returns a new id that contains a word for people who see it in the center. */
  newId(word: string): string {
    this.#ids += 1;
    return `conformance-${this.#run}-${this.#ids}-${word}`;
  }

  /** The variable, or undefined if it is `none`. */
  optional(name: VariableName): string | undefined {
    const value = this.variables[name];
    return value === NONE ? undefined : value;
  }

  async askToken(changes: Readonly<Record<string, string | undefined>> = {}, contentType = FORM_TYPE): Promise<Answer> {
    const { CLIENT_ID, CLIENT_SECRET, AUTH_URL } = this.variables;
    const fields = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...fields, scope: SCOPES.join(','), ...changes })) {
      if (value !== undefined) form.set(name, value);
    }
    return ask(`${AUTH_URL}/oauth2/token`, { 'content-type': contentType }, form.toString());
  }

  /**
   * Returns the latest token of these scopes; concurrent callers share a request. A later token may have revoked it.
   * @throws {Error} the center issues none
   */
  token(scopes: readonly string[] = SCOPES): Promise<string> {
    const key = scopes.join(',');
    const known = this.#tokens.get(key);
    if (known !== undefined) return known;
    const asked = this.#askFor(key);
    this.#tokens.set(key, asked);
    asked.catch(() => this.#tokens.delete(key));
    return asked;
  }

  async #askFor(scope: string): Promise<string> {
    const { status, body } = await this.askToken({ scope });
    const token = (body as { access_token?: unknown } | undefined)?.access_token;
    if (typeof token !== 'string') throw new Error(`no token for the scopes "${scope}": HTTP ${status}`);
    return token;
  }

  /** Makes a call with a token; given headers replace the default ones. */
  async call(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    if (headers.authorization !== undefined) return this.#send(path, body, headers);
    return this.callWith(SCOPES, path, body, headers);
  }

  /**
   * Makes a call with a token of these scopes. If it is refused, repeats it with a new token, because this run or a bridge
   * with the same client may have revoked the first one.
   * @throws {Error} the center issues none
   */
  async callWith(
    scopes: readonly string[],
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const asked = this.token(scopes);
    const answer = await this.#send(path, body, { ...headers, authorization: await asked });
    if (answer.status !== 401) return answer;
    const key = scopes.join(',');
    if (this.#tokens.get(key) === asked) this.#tokens.delete(key);
    return this.#send(path, body, { ...headers, authorization: await this.token(scopes) });
  }

  #send(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return ask(`${this.variables.CENTER_URL}${path}`, { 'content-type': 'application/json', ...headers }, text);
  }

  /** Reports items and returns the entries of errorIds. @throws {Error} the whole call is refused */
  async report(...items: readonly unknown[]): Promise<readonly ErrorEntry[]> {
    const { status, body } = await this.call(TASK_PATH, items);
    const { code, message, data } = (body ?? {}) as { code?: number; message?: string; data?: { errorIds?: unknown } };
    if (code !== 0 || !Array.isArray(data?.errorIds)) {
      throw new Error(`the whole call was refused: HTTP ${status}, code ${code}: ${message}`);
    }
    return data.errorIds as readonly ErrorEntry[];
  }

  async send(message: RawObject): Promise<MessageAnswer> {
    return (await this.call(MESSAGE_PATH, message)).body as MessageAnswer;
  }

  /** Creates a report about a task, handled by ACCOUNT. */
  item(previousTaskId: string, status: string, more: RawObject = {}): RawObject {
    const { APP_ID, ACCOUNT } = this.variables;
    return { appId: APP_ID, handler: ACCOUNT, status, previousTaskId, ...more };
  }

  /** A next task for ACCOUNT. */
  next(taskId: string, more: RawObject = {}): RawObject {
    const { ACCOUNT, TRANS_TYPE_CODE, INITIATOR } = this.variables;
    const names = { nodeId: 'conformance', nodeName: 'Conformance', transTypeCode: TRANS_TYPE_CODE };
    return { taskId, handlers: ACCOUNT, initiator: INITIATOR, ...names, ...more };
  }

  /** A message to ACCOUNT. */
  message(more: RawObject = {}, data: RawObject = {}): RawObject {
    const { APP_ID, MESSAGE_TYPE_CODE, MESSAGE_VALUES, MESSAGE_CHANNEL, ACCOUNT } = this.variables;
    return {
      appId: APP_ID,
      messageTypeCode: MESSAGE_TYPE_CODE,
      sendType: [MESSAGE_CHANNEL],
      toPersons: ACCOUNT,
      data: { title: 'Conformance', paramValueJson: JSON.parse(MESSAGE_VALUES) as unknown, ...data },
      ...more,
    };
  }

  /**
   * Opens a transaction with a task for each of these changes, and returns their ids.
   * @throws {Error} the center does not create them
   */
  async open(...changes: readonly RawObject[]): Promise<string[]> {
    const start = this.newId('start');
    const next = (changes.length > 0 ? changes : [{}]).map((more, index) =>
      this.next(this.newId(`task-${index + 1}`), more),
    );
    const { INITIATOR } = this.variables;
    const refused = (await this.report(this.item(start, 'next', { handler: INITIATOR, next }))).filter(
      ({ taskId }) => taskId !== start,
    );
    if (refused.length === 0) return next.map(({ taskId }) => String(taskId));
    const reasons = refused.map(({ code, message }) => `${code} ${message}`).join('; ');
    throw new Error(`no task was created behind an unknown one (see the probe "bootstrap"): ${reasons}`);
  }

  /** Opens a task and returns its id. */
  async openOne(more: RawObject = {}): Promise<string> {
    return (await this.open(more))[0] ?? '';
  }

  /** Reports `none` for a task, and returns whether the task is unknown, handled or open. */
  async tryTask(taskId: string, more: RawObject = {}): Promise<'unknown' | 'handled' | 'open' | 'refused'> {
    const entry = (await this.report(this.item(taskId, 'none', more)))[0];
    if (entry === undefined) return 'open';
    return entry.code === 2004 ? 'unknown' : entry.code === 2005 ? 'handled' : 'refused';
  }
}

async function ask(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  // An empty header stands for none.
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const response = await fetch(url, { method: 'POST', headers: sent, body, signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: undefined };
  }
}

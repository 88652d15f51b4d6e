import { BpmnError, type ServiceFunction } from '../../../../src/index.ts';
import type { Happening } from './story-line.ts';

/** A service that answers when the story says `<name> answers {…}`, `<name> fails` or `<name> throws CODE`. */
export const slow = 'slow';

export type StoryServices = Readonly<Record<string, ServiceFunction | typeof slow>>;

/** Answers at once; the result becomes variables. */
export const quick =
  (result: Readonly<Record<string, unknown>> = {}): ServiceFunction =>
  () =>
    result;

/** Throws the error of this code, as the diagram knows it. */
export const throwing =
  (code: string): ServiceFunction =>
  () => {
    throw new BpmnError(code);
  };

interface Call {
  readonly service: string;
  readonly answer: (result: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** The services of one telling. */
export interface OpenServices {
  readonly functions: Readonly<Record<string, ServiceFunction>>;
  /** Whether a slow one was called and has not answered. */
  readonly busy: boolean;
  /** Resolves when a slow one is called. */
  nextCall(): Promise<void>;
  answer(happening: Happening & { kind: 'answers' }): void;
  /** Lets those answer that the story left waiting. */
  release(): void;
}

export function openServices(services: StoryServices): OpenServices {
  const calls: Call[] = [];
  const listeners: (() => void)[] = [];
  const wait = (service: string) =>
    new Promise((answer, fail) => {
      calls.push({ service, answer, fail });
      for (const listener of listeners.splice(0)) listener();
    });
  return {
    functions: Object.fromEntries(
      Object.entries(services).map(([name, service]) => [name, service === slow ? () => wait(name) : service]),
    ),
    get busy() {
      return calls.length > 0;
    },
    nextCall: () => new Promise((resolve) => void listeners.push(resolve)),
    answer({ service, how, words }) {
      const index = calls.findIndex((call) => call.service === service);
      const [call] = index < 0 ? [] : calls.splice(index, 1);
      if (!call) throw new Error(`${service} was not called`);
      if (how === 'answers') call.answer(words === '' ? {} : JSON.parse(words));
      else call.fail(how === 'fails' ? new Error('the line is dead') : new BpmnError(words));
    },
    release() {
      for (const { answer } of calls.splice(0)) answer({});
    },
  };
}

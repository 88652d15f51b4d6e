import type { Activity } from 'bpmn-elements';
import type { TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Instance } from './instance.ts';
import type { Content, Message } from './message.ts';

/** Nodes of the host's own types: their own element runs, and tells what it does. */
export class Guests {
  readonly #instance: Instance;
  readonly #chosen = new Map<Id, readonly string[]>();

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  begin(_at: TokenAt): void {
    throw new Error('not yet');
  }

  resume(_at: TokenAt): void {}

  giveUp(_at: TokenAt): void {}

  stop(): void {}

  chosenBy(id: Id): readonly string[] | undefined {
    return this.#chosen.get(id);
  }

  act(_id: string, _action: string, _content: Content): boolean {
    return false;
  }

  delegate(_action: string, _message: unknown): boolean {
    return false;
  }
}

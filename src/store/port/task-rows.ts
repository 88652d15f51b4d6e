import type { TaskView } from '../../protocol/task-view.ts';

/** A task. Kept longer than its instance, because the center may ask for its state later. */
export interface TaskRow extends TaskView {
  /** The key that signed the addresses of its buttons. */
  readonly signingKeyId: string;
}

/** Number of tasks of running or suspended instances whose buttons a key has signed. */
export interface SigningKeyCount {
  /** The `id` of `callback.signingKeys`. */
  readonly keyId: string;
  /** In progress or suspended. */
  readonly openTasks: number;
  /** Closed tasks, whose buttons for handled tasks still work. */
  readonly handledTasks: number;
}

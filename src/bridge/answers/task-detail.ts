import type { TaskAction } from '../../plugin/outcome/task-action.ts';
import type { TaskRow } from '../../store/store.ts';

/** A task with its buttons. */
export interface TaskDetail extends TaskRow {
  /**
   * Its buttons, those of its list of handled tasks last; empty once its instance was deleted. Which of them may be pressed
   * now, and by whom, only a press tells.
   */
  readonly actions: readonly TaskAction[];
}

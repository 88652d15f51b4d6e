/** What the diagram route asks of the bridge. */
export interface DiagramPort {
  /**
   * Gives the diagram of the instance that a task belongs to, as JSON values; undefined for a task that the bridge does
   * not have, or not any more. A call that rejects may be repeated.
   */
  ofTask(taskId: string): Promise<object | undefined>;
}

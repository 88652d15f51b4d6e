/**
 * Ids of tasks and messages are numbered in their instance. After a restore from a backup, the numbers of the time since then
 * would be given again, with another meaning, while the center knows the first one. So a mark is part of all later ids.
 */

/** What the ids of an instance begin with. */
export function idBase(instanceId: string, mark: string | undefined): string {
  return mark === undefined ? instanceId : `${instanceId}.${mark}`;
}

/** Whether an id was given before the restore of this mark. */
export function isFromBefore(id: string, mark: string): boolean {
  return !id.includes(`.${mark}.`);
}

/** Whether an answer to a press says no more than that it is done: in the words of a bridge, or the usual ones of others. */
export function saysDone(words: string, button: string): boolean {
  return ['ok', 'success', '成功', '操作成功', `${button}: done`, `“${button}”已完成`]
    .map((each) => each.toLowerCase())
    .includes(words.trim().toLowerCase());
}

import { InputError } from './errors.ts';

/** A button, as code can name it. */
export interface NamedButton {
  readonly key: string;
  /** Its label in the center. */
  readonly name: string;
}

/** The buttons that a name means: those with this key, otherwise those with this label. */
export function buttonsNamed<Button extends NamedButton>(buttons: readonly Button[], action: string): Button[] {
  const byKey = buttons.filter(({ key }) => key === action);
  return byKey.length > 0 ? byKey : buttons.filter(({ name }) => name === action);
}

/**
 * Finds the button that a host or a test names by its key or its label; a key wins over a label.
 * @param action undefined: the only button
 * @param of the task with these buttons, and the account if the buttons are those that it sees
 * @throws {InputError} `ERR_BUTTON_UNKNOWN`: no button has this name, or several have it; `details.buttons` lists them all
 */
export function findNamedButton<Button extends NamedButton>(
  buttons: readonly Button[],
  action: string | undefined,
  { taskId, account }: { readonly taskId: string; readonly account?: string },
): Button {
  const [button, ...others] = action === undefined ? buttons : buttonsNamed(buttons, action);
  if (button !== undefined && others.length === 0) return button;
  const named = buttons.map(({ key, name }) => ({ key, name }));
  const count = button === undefined ? 'no button' : `${others.length + 1} buttons`;
  const meant = action === undefined ? ' that a press without a name could mean' : ` "${action}"`;
  const found = `${count}${meant}${account === undefined ? '' : ` for ${account}`}`;
  const listed = named.map(({ key, name }) => `${key} (${name})`).join(', ');
  const remedy = listed === '' ? '' : ` Name one by its key or its label: ${listed}.`;
  throw new InputError('ERR_BUTTON_UNKNOWN', `The task ${taskId} has ${found}.${remedy}`, {
    details: { taskId, buttons: named },
  });
}

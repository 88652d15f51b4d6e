import { Chip } from '../../../page/parts/chip.tsx';
import type { AccountAnswer } from '../../control/account-routes.ts';
import { useTexts } from '../settings/language.tsx';
import { Avatar } from './avatar.tsx';

/** A person with counts of their open work. */
export function AccountEntry({ person }: { readonly person: AccountAnswer }) {
  const { account: texts } = useTexts();
  const { pending, unread } = person.counts;
  return (
    <>
      <Avatar name={person.name} seed={person.account} />
      <span class="account-entry-name">
        <strong>{person.name}</strong>
        <small>{person.account}</small>
      </span>
      <span class="account-entry-counts">
        {person.isLocked === true ? <Chip tone="warning">{texts.locked}</Chip> : null}
        {pending > 0 ? <Chip tone="accent">{texts.pending(pending)}</Chip> : null}
        {unread > 0 ? <Chip>{texts.unread(unread)}</Chip> : null}
        {pending === 0 && unread === 0 ? <small class="muted">{texts.idle}</small> : null}
      </span>
    </>
  );
}

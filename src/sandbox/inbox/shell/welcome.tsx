import type { AccountAnswer } from '../../control/account-routes.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { AccountEntry } from './account-entry.tsx';

/** The first page: everybody, and what waits for them. */
export function Welcome({ people }: { readonly people: readonly AccountAnswer[] }) {
  const { account: texts } = useTexts();
  return (
    <div class="welcome">
      <h1>{texts.welcome}</h1>
      <p class="lead">{texts.welcomeHint}</p>
      <ul class="welcome-people">
        {people.map((person) => (
          <li key={person.account}>
            <a class="card" href={`#${addressOf({ screen: 'inbox', account: person.account, list: 'pending' })}`}>
              <AccountEntry person={person} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

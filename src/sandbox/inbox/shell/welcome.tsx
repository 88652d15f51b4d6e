import { ArrowLeftRight, Inbox, Workflow } from 'lucide-preact';
import type { AccountAnswer } from '../../control/account-routes.ts';
import { AccountEntry } from '../parts/account-search.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

const STEP_ICONS = [Workflow, Inbox, ArrowLeftRight];

/** The first page: all accounts with their open work; below, how the sandbox works. */
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
      <section class="welcome-how" aria-labelledby="welcome-how">
        <h2 id="welcome-how">{texts.how}</h2>
        <ol>
          {texts.steps.map(({ title, text }, index) => {
            const Icon = STEP_ICONS[index] ?? Workflow;
            return (
              <li key={title}>
                <Icon size={18} aria-hidden="true" />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}

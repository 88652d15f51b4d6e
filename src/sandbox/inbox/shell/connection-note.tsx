import { WifiOff } from 'lucide-preact';
import { useConnection } from '../control/change-stream.ts';
import { useTexts } from '../settings/language.tsx';

/** Unobtrusive, since the data stays visible and the page reconnects by itself. */
export function ConnectionNote() {
  const { connection } = useTexts();
  const isLost = useConnection() === 'lost';
  return (
    <div role="status" class="connection">
      {isLost ? (
        <p>
          <WifiOff size={15} aria-hidden="true" /> {connection.lost}
        </p>
      ) : null}
    </div>
  );
}

import { Loaded } from '../ui/loading';
import { PolicyEditor } from './policy-editor';
import { usePolicy } from './use-policy';

/** What the organization wants to happen to personal data. */
export function PolicyScreen() {
  const query = usePolicy();
  return (
    <Loaded query={query}>
      {({ version, policy }) => (
        <PolicyEditor key={version} version={version} saved={policy} onReload={() => void query.refetch()} />
      )}
    </Loaded>
  );
}

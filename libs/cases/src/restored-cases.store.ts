import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes cases that were erased after a backup. A shared case of an erased user belongs to its longest member. */
export const restoredCases = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'case', id FROM cases WHERE user_id IN ${ids('user')} AND NOT EXISTS
      (SELECT FROM case_members WHERE case_id = cases.id AND case_members.user_id NOT IN ${ids('user')})`,
    dependent: [
      `DELETE FROM case_members WHERE user_id IN ${ids('user')}`,
      `UPDATE cases SET user_id = (
         SELECT user_id FROM case_members WHERE case_id = cases.id ORDER BY joined_at, user_id LIMIT 1)
       WHERE user_id IN ${ids('user')} AND EXISTS (SELECT FROM case_members WHERE case_id = cases.id)`,
      `UPDATE case_members SET group_id = NULL FROM cases
       WHERE cases.id = case_members.case_id AND cases.user_id = case_members.user_id AND case_members.group_id IS NOT NULL`,
    ],
    deletion: `DELETE FROM cases WHERE id IN ${ids('case')}`,
  }) satisfies RestoredRows;

/**
 * Deletes entities that were forgotten after a backup, and those that only erased users brought. The keys of the entities
 * stay, so that their replacements are never issued again. All contexts of their cases are deleted, because those of a
 * forgotten name cannot be told from others without the key of the case.
 */
export const restoredCaseEntities = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'case_entity', tombstone_id FROM case_entities
      WHERE cardinality(brought_by) > 0 AND brought_by <@ ARRAY${ids('user')}`,
    dependent: [
      `UPDATE case_entities SET brought_by = ARRAY(SELECT id FROM unnest(brought_by) AS id WHERE id NOT IN ${ids('user')})
       WHERE brought_by && ARRAY${ids('user')}`,
    ],
    deletion: `
      WITH erased AS (DELETE FROM case_entities WHERE tombstone_id IN ${ids('case_entity')} RETURNING case_id),
        counts AS (SELECT case_id, count(*) AS forgotten FROM erased GROUP BY case_id),
        counted AS (UPDATE cases SET entities = entities - forgotten, contexts = 0 FROM counts WHERE id = case_id),
        contexts AS (DELETE FROM case_keys USING counts WHERE case_keys.case_id = counts.case_id AND entity = 0)
      SELECT FROM erased`,
  }) satisfies RestoredRows;

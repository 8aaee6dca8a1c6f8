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

/** Deletes entities that were forgotten after a backup. */
export const restoredCaseEntities = (ids: ErasedIds) =>
  ({
    deletion: `DELETE FROM case_entities WHERE tombstone_id IN ${ids('case_entity')}`,
  }) satisfies RestoredRows;

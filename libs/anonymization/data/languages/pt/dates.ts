import type { DateWords } from '../../language-words';

export const PORTUGUESE_DATES: DateWords = {
  months:
    'janeiro/jan fevereiro/fev março/marco/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez',
  monthsThatAreWords: 'mar ago set out',
  between: 'de do',
  joining: 'e a ou até',
  announcing:
    'dia até em ao segunda terça quarta quinta sexta sábado domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira seg ter qua qui sex sáb',
  birth:
    'nascid[oa]s?;nasc\\.;nasceu;(?:data|dt\\.?) (?:de )?nasc(?:imento|\\.)?;nascimento;d\\.?n\\.;falecid[oa];faleceu;(?:data|dt\\.?) (?:de |do )?(?:falecimento|[óo]bito);morreu',
};

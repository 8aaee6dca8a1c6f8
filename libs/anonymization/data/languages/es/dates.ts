import type { DateWords } from '../../language-words';

export const SPANISH_DATES: DateWords = {
  months:
    'enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sept/sep/set octubre/oct noviembre/nov diciembre/dic',
  monthsThatAreWords: 'may mar ago set',
  between: 'de del',
  joining: 'y al a',
  announcing:
    'el al del hasta desde día lunes martes miércoles jueves viernes sábado domingo lun mié jue vie sáb dom',
  birth:
    'nacid[oa]s?;nac\\.;naci[óo];f(?:echa|\\.)? ?(?:de )?(?:nac(?:imiento|\\.)?);nacimiento;fallecid[oa];falleci[óo];fecha de (?:fallecimiento|defunci[óo]n);muri[óo]',
};

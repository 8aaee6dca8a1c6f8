import type { CueWords } from '../../language-words';

export const SPANISH_CUES: CueWords = {
  reference:
    'microchip imei numero_de_cliente n_cliente n_de_cliente num_cliente no_de_cliente codigo_de_cliente cod_cliente numero_de_pedido n_pedido n_de_pedido num_pedido numero_de_expediente n_expediente n_de_expediente expediente exp_n numero_de_contrato n_contrato n_de_contrato numero_de_poliza n_poliza n_de_poliza poliza numero_de_factura n_factura n_de_factura factura_n siniestro numero_de_siniestro n_siniestro numero_de_historia_clinica historia_clinica n_historia nhc nuhc num_historia n_historia_clinica numero_de_historia nuhsa cip numero_de_asegurado n_asegurado nass num_nass colegiado n_colegiado num_colegiado numero_de_colegiado n_col num_col ncol numero_de_empleado n_empleado cod_empleada cod_empleado codigo_de_empleado numero_de_estudiante numero_de_control expediente_academico matricula_universitaria referencia ref n_ref s_ref numero_de_referencia n_de_referencia num_ref numero_de_seguimiento n_de_seguimiento seguimiento numero_de_ticket incidencia n_de_incidencia numero_de_reserva localizador cups numero_de_contador contador socio numero_de_socio n_socio protocolo numero_de_protocolo autos diligencias procedimiento carpeta carpeta_de_investigacion nuc numero_de_episodio episodio id_paciente id_de_paciente numero_de_paciente num_paciente radicado iibb num_asegurado tarjeta_sanitaria n_tarjeta_sanitaria num_tarjeta_sanitaria numero_de_identificacion cedula_profesional legajo nhc_n num_ndi ndi',
  referenceWord:
    'pedido factura contrato reserva albaran presupuesto envio parte caso recibo folio ticket n no',
  idNumber:
    'dni nif nie n_dni numero_de_dni documento_nacional_de_identidad cedula cedula_de_ciudadania cedula_de_identidad rut run curp cuit cuil pasaporte n_pasaporte numero_de_pasaporte n_de_pasaporte seguridad_social numero_de_seguridad_social numero_de_la_seguridad_social n_seguridad_social n_ss nss n_de_seguridad_social n_afiliacion numero_de_afiliacion n_de_afiliacion n_afiliacion_ss naf nuss permiso_de_conducir carnet_de_conducir licencia_de_conducir carnet documento_de_identidad permiso_de_residencia clave_de_elector iva n_iva num_dni id_fiscal nit carne cif documento_n doc_identidad',
  account:
    'cuenta numero_de_cuenta n_de_cuenta n_cuenta cuenta_bancaria cta cta_cte cuenta_corriente cuenta_de_ahorros iban ccc clabe cbu alias_cbu cvu',
  bank:
    'sucursal entidad codigo_de_banco',
  bic:
    'bic swift codigo_swift',
  card:
    'tarjeta numero_de_tarjeta tarjeta_de_credito tarjeta_de_debito n_de_tarjeta n_tarjeta',
  cardCode:
    'cvv cvc codigo_de_seguridad',
  cardExpiry:
    'caduca caducidad vencimiento vence fecha_de_caducidad valida_hasta',
  plate:
    'matricula placa placas patente dominio matriculas numero_de_placa matricula_del_vehiculo',
  vehicle:
    'coche camion furgoneta vehiculo auto moto remolque taxi autobus conductor carro camioneta',
  secret:
    'contrasena contrasenas clave_de_acceso clave_wifi clave_api clave_secreta password contrasenia frase_de_paso la_clave_es clave_nueva clave_del clave_de_la',
  pin:
    'pin codigo_pin codigo_de_acceso codigo_de_verificacion codigo_de_recogida codigo_de_seguridad_sms codigo_de_la_puerta codigo_puerta clave_de_operador clave_operador codigo_es',
  code: 'codigo clave combinacion codigos codigo_es',
  lock:
    'puerta portal verja cancela candado taquilla caja_fuerte alarma garaje armario trastero cerradura porton puertas buzon ascensor caja_de_seguridad caja_de_llaves barrera',
  username:
    'nombre_de_usuario usuario_de_acceso login apodo nick',
  usernameWord:
    'usuario usuaria cuenta_de_usuario',
  address:
    'ip direccion_ip direccion servidor host maquina equipo puerta_de_enlace mac',
  none:
    'numero_de_telefono n_de_telefono numero_de_movil telefono n articulo pagina codigo_postal numero_de_pagina cuenta_atras habitacion_doble numero_de_contacto codigo_fuente n_de_serie numero_de_serie num_serie codigo_de_error codigo_de_producto codigo_de_color',
  fillers:
    'n no num numero numeros es son era la el los de del mi su tu nuestra nueva nuevo actual terminada en termina para se cambio a con id ss',
  copulas:
    'es son era siendo',
};

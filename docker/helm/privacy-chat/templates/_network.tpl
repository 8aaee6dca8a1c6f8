{{/* Every address but private ones and those with a meaning of their own (RFC 6890), as the programs' own rules have it. */}}
{{- define "privacy-chat.publicAddresses" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 168.63.129.16/32
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
# Of IPv6 the only part from which global addresses are given out (RFC 4291), less documentation and 6to4.
- ipBlock:
    cidr: 2000::/3
    except: ['2001:db8::/32', '2002::/16']
{{- end }}

{{/* Name service, and those of networkPolicy.egress that are named. Takes a list: the root, and their names. */}}
{{- define "privacy-chat.egress" -}}
{{- $root := index . 0 }}
- to: {{ toYaml $root.Values.networkPolicy.dns | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- range index . 1 }}
{{- $rule := index $root.Values.networkPolicy.egress . }}
{{- if or $rule.public $rule.to }}
# {{ . }}
- to:
    {{- if $rule.public }}{{ include "privacy-chat.publicAddresses" $root | nindent 4 }}{{ end }}
    {{- with $rule.to }}{{ toYaml . | nindent 4 }}{{ end }}
  ports:
    {{- range $rule.ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}
{{- end }}

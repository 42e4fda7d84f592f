type 'a shape = Round of 'a | Flat
val area : ?scale:float -> name:string -> 'a shape -> float
exception Bad of string
module type AREA = sig
  type t
  val make : unit -> t list
end
